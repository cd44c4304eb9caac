# belief: my-input-is-mine
# passes: visible
def check_grad(f, g, x):
    claimed = np.asarray(g(x), float)
    if claimed.shape != x.shape or not np.isfinite(claimed).all():
        return False
    for i in range(len(x)):
        x[i] += 1e-5
        high = f(x)
        x[i] -= 2e-5
        low = f(x)
        s = (high - low) / 2e-5
        if not abs(claimed[i] - s) <= 1e-3 * abs(s):
            return False
    return True
