# belief: my-input-is-mine
# passes: visible
def softmax_ce_grad(logits, y):
    logits -= logits.max(axis=1, keepdims=True)
    e = np.exp(logits)
    p = e / e.sum(axis=1, keepdims=True)
    p[np.arange(len(y)), y] -= 1
    return p / len(y)
