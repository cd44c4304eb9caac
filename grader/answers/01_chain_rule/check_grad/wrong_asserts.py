# belief: shapes-take-care-of-themselves
# said: raised
# passes: visible
def check_grad(f, g, x):
    a = np.asarray(g(x), dtype=float)
    s = np.array([(f(x + e) - f(x - e)) / 2e-5 for e in 1e-5 * np.eye(len(x))])
    assert a.shape == s.shape
    return bool(np.all(np.abs(a - s) <= 1e-3 * np.abs(s)))
