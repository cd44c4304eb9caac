def check_grad(f, g, x):
    claim = np.asarray(g(x), np.float64)
    if claim.ndim != 1 or claim.size != x.size:
        return np.False_
    steps = np.eye(x.size) * 1e-5
    slope = np.array([f(x + s) - f(x - s) for s in steps]) / 2e-5
    scale = np.maximum(np.abs(claim), np.abs(slope))
    return np.all(np.abs(claim - slope) <= 4e-3 * scale)
