def momentum_step(w, v, g, lr, momentum):
    w, v, g = (np.array(a, dtype=float) for a in (w, v, g))
    v = momentum * v - lr * g
    w = w + v
    return [w, v]
