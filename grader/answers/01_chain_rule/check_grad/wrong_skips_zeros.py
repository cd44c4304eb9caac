# belief: a-zero-needs-no-check
# passes: visible
def check_grad(f, g, x):
    a = np.asarray(g(x), dtype=float)
    if a.shape != x.shape:
        return False
    s = np.array([(f(x + e) - f(x - e)) / 2e-5 for e in 1e-5 * np.eye(len(x))])
    some = s != 0
    return bool(np.all(np.abs(a[some] / s[some] - 1) <= 1e-3))
