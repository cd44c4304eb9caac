# belief: the-step-goes-uphill
def momentum_step(w, v, g, lr, momentum):
    v = momentum * v + lr * g
    return w + v, v
