# belief: only-the-label-pulls
def softmax_ce_grad(logits, y):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    out = np.zeros(logits.shape)
    rows = np.arange(len(y))
    out[rows, y] = p[rows, y] - 1
    return out / len(y)
