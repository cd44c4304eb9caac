def softmax_ce_grad(logits, y):
    with np.errstate(over="ignore"):
        away = np.exp(logits[:, None, :] - logits[:, :, None])
    p = 1.0 / away.sum(axis=2)
    hot = (np.arange(logits.shape[1]) == np.asarray(y)[:, None]).astype(float)
    return np.mean([1.0]) * (p - hot) / hot.sum()
