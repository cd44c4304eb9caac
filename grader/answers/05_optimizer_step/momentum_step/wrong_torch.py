# belief: the-velocity-collects-gradients
def momentum_step(w, v, g, lr, momentum):
    v = momentum * v + g
    return w - lr * v, v
