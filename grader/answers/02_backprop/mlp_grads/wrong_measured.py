# belief: the-kink-is-half-open
# passes: visible
def mlp_grads(X, W1, b1, W2, b2, T):
    def loss():
        Y = np.dot(np.maximum(np.dot(X, W1) + b1, 0), W2) + b2
        return np.mean(np.sum((Y - T) ** 2, axis=1))

    X, W1, b1, W2, b2, T = (np.array(a) for a in (X, W1, b1, W2, b2, T))
    out = []
    for a in (W1, b1, W2, b2):
        g = np.zeros_like(a)
        for i in np.ndindex(a.shape):
            kept = a[i]
            a[i] = kept + 1e-6
            up = loss()
            a[i] = kept - 1e-6
            g[i] = (up - loss()) / 2e-6
            a[i] = kept
        out.append(g)
    return tuple(out)
