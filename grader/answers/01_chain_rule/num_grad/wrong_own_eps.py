# belief: eps-is-a-detail
def num_grad(f, x, eps):
    eps = 1e-6
    x = np.asarray(x, dtype=np.float64)
    return np.array([(f(x + eps * e) - f(x - eps * e)) / (2 * eps) for e in np.eye(x.size)])
