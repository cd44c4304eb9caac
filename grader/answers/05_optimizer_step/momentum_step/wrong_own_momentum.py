# belief: the-velocity-is-an-average
# said: it should be
# passes: visible
def momentum_step(w, v, g, lr, momentum):
    v = 0.5 * v - lr * g
    return w + v, v
