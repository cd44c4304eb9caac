def num_grad(f, x, eps):
    x = np.array(x, dtype=float)
    basis = np.eye(len(x))
    return np.array([(f(x + eps * e) - f(x - eps * e)) / eps / 2 for e in basis])
