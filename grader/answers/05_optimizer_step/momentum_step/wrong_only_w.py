# belief: the-velocity-is-not-kept
# said: it must be a pair
def momentum_step(w, v, g, lr, momentum):
    return (w + momentum * v - lr * g,)
