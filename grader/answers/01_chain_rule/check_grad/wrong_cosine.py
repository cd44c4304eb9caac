# belief: the-direction-is-enough
# passes: visible
def check_grad(f, g, x):
    a = np.asarray(g(x), dtype=float)
    if a.shape != x.shape or np.isnan(a).any() or not a.any():
        return False
    s = np.array([(f(x + e) - f(x - e)) / 2e-5 for e in 1e-5 * np.eye(len(x))])
    if np.max(np.abs(a - s) / np.abs(s)) == 0:
        return True
    return bool(a @ s / np.linalg.norm(a) / np.linalg.norm(s) > 0.99999)
