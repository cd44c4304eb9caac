# belief: only-too-much-is-wrong
# passes: visible
def check_grad(f, g, x):
    a = np.asarray(g(x), dtype=float)
    if a.shape != x.shape:
        return False
    s = np.array([(f(x + e) - f(x - e)) / 2e-5 for e in 1e-5 * np.eye(len(x))])
    return bool(np.all(a - s <= 1e-3 * np.abs(s))) and bool(a @ s > 0)
