# belief: one-maximum-is-enough
# passes: visible
def softmax_ce_grad(logits, y):
    e = np.exp(logits - np.max(logits))
    p = e / e.sum(axis=1, keepdims=True)
    p[np.arange(len(y)), y] -= 1
    return p / len(y)
