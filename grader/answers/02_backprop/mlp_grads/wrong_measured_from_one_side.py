# belief: a-pass-for-each-weight
# passes: visible
def mlp_grads(X, W1, b1, W2, b2, T):
    def loss(p):
        Y = np.maximum(X @ p[0] + p[1], 0) @ p[2] + p[3]
        return np.mean(np.sum((Y - T) ** 2, axis=1))

    p = [W1.copy(), b1.copy(), W2.copy(), b2.copy()]
    base = loss(p)
    out = [np.zeros_like(a) for a in p]
    for a, g in zip(p, out):
        for i in np.ndindex(a.shape):
            kept = a[i]
            a[i] -= 1e-7
            g[i] = (base - loss(p)) / 1e-7
            a[i] = kept
    return out
