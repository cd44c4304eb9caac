# belief: softmax-goes-down-the-columns
def softmax_ce_grad(logits, y):
    e = np.exp(logits - logits.max(axis=0))
    p = e / e.sum(axis=0)
    p[np.arange(len(y)), y] -= 1
    return p / len(y)
