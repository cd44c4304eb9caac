# belief: a-pass-for-each-weight
# said: it should be
# passes: visible
def softmax_ce_grad(logits, y):
    def loss(z):
        top = z.max(axis=1, keepdims=True)
        return np.mean(np.log(np.exp(z - top).sum(axis=1)) + top[:, 0] - z[np.arange(len(y)), y])

    g = np.zeros(logits.shape)
    for i in np.ndindex(g.shape):
        up, down = logits.copy(), logits.copy()
        up[i] += 1e-5
        down[i] -= 1e-5
        g[i] = (loss(up) - loss(down)) / 2e-5
    return g
