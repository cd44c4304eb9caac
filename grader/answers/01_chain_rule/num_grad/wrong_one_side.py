# belief: one-side-is-enough
def num_grad(f, x, eps):
    x = np.asarray(x, dtype=np.float64)
    return np.array([(f(x + eps * e) - f(x)) / eps for e in np.eye(x.size)])
