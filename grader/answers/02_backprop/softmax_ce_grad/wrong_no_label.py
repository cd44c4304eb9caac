# belief: the-label-does-not-pull
def softmax_ce_grad(logits, y):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) / len(y)
