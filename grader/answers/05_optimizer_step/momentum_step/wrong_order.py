# belief: the-pair-has-no-order
def momentum_step(w, v, g, lr, momentum):
    v = momentum * v - lr * g
    return v, w + v
