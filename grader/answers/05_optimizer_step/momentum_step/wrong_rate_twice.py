# belief: the-rate-counts-twice
def momentum_step(w, v, g, lr, momentum):
    v = momentum * v - lr * g
    return w + lr * v, v
