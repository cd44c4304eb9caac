# belief: the-velocity-is-an-average
def momentum_step(w, v, g, lr, momentum):
    v = momentum * v + (1 - momentum) * g
    return w - lr * v, v
