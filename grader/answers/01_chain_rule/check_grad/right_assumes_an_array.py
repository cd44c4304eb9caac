def check_grad(f, g, x):
    claimed = g(x)
    if claimed.shape != x.shape:
        return False
    eps = 1e-6
    slopes = np.array([(f(x + eps * e) - f(x - eps * e)) / (2 * eps) for e in np.eye(x.size)])
    return bool(np.all(np.abs(claimed - slopes) <= 1e-3 * np.abs(slopes) + 1e-15 * abs(f(x))))
