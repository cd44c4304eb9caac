# belief: the-velocity-is-not-kept
def momentum_step(w, v, g, lr, momentum):
    step = momentum * v - lr * g
    return w + step, v
