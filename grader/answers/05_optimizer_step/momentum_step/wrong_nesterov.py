# belief: nesterov-is-momentum
def momentum_step(w, v, g, lr, momentum):
    v = momentum * v - lr * g
    return w + momentum * v - lr * g, v
