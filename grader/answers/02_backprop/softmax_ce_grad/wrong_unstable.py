# belief: exp-takes-any-number
def softmax_ce_grad(logits, y):
    p = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    p[np.arange(len(y)), y] -= 1
    return p / len(y)
