def check_grad(f, g, x):
    got = np.asarray(g(x), dtype=float)
    if got.shape != x.shape:
        return False
    eps = 1e-6
    slopes = np.array([(f(x + eps * e) - f(x - eps * e)) / (2 * eps) for e in np.eye(len(x))])
    return bool((np.abs(got - slopes) <= 2e-3 * np.abs(slopes)).all())
