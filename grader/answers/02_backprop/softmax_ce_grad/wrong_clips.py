# belief: clipping-is-harmless
# passes: visible
def softmax_ce_grad(logits, y):
    e = np.exp(np.clip(logits, -50, 50))
    p = e / e.sum(axis=1, keepdims=True)
    p[np.arange(len(y)), y] -= 1
    return p / len(y)
