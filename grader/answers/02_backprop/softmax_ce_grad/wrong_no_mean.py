# belief: the-mean-has-no-weight
def softmax_ce_grad(logits, y):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    p[np.arange(len(y)), y] -= 1
    return p
