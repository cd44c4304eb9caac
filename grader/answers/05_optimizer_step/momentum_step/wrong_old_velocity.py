# belief: the-old-velocity-moves
def momentum_step(w, v, g, lr, momentum):
    return w + v, momentum * v - lr * g
