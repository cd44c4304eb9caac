# belief: my-input-is-mine
def momentum_step(w, v, g, lr, momentum):
    v *= momentum
    v -= lr * g
    w += v
    return w, v
