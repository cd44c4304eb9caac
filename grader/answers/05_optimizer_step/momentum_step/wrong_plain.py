# belief: the-memory-is-only-kept
def momentum_step(w, v, g, lr, momentum):
    return w - lr * g, momentum * v - lr * g
