# belief: the-velocity-is-not-kept
# said: it must be a pair
def momentum_step(w, v, g, lr, momentum):
    return np.array(5.0)
