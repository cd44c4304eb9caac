# belief: eps-is-a-detail
# said: it should be True
# passes: visible
def check_grad(f, g, x):
    a = np.asarray(g(x), dtype=float)
    if a.shape != x.shape:
        return False
    s = np.array([f(x + 0.5 * e) - f(x - 0.5 * e) for e in np.eye(len(x))])
    return bool(np.all(np.abs(a - s) <= 1e-3 * np.abs(s) + 1e-12))
