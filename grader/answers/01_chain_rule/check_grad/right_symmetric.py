def check_grad(f, g, x):
    claim = np.asarray(g(x.copy()))
    if claim.shape != (x.size,) or not np.isfinite(claim).all():
        return False
    for i, c in enumerate(claim.astype("float64")):
        d = np.zeros(x.size)
        d[i] = 1e-5
        s = (f(x + d) - f(x - d)) / 2e-5
        if c == s:
            continue
        if abs(c - s) / max(abs(c), abs(s)) > 0.01:
            return False
    return True
