# belief: exp-takes-any-number
# said: it should be
def softmax_ce_grad(logits, y):
    p = np.nan_to_num(np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True))
    p[np.arange(len(y)), y] -= 1
    return p / len(y)
