# belief: only-equal-is-right
# passes: visible
def check_grad(f, g, x):
    a = np.asarray(g(x), dtype=float)
    if a.shape != x.shape:
        return False
    s = np.array([(f(x + e) - f(x - e)) / 2e-5 for e in 1e-5 * np.eye(len(x))])
    return bool(np.all(np.abs(a - s) <= 1e-6 * np.abs(s) + 1e-12))
