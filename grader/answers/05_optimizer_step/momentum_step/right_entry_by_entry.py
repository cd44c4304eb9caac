def momentum_step(w, v, g, lr, momentum):
    new_w, new_v = np.empty_like(w), np.empty_like(v)
    for i in np.ndindex(np.shape(w)):
        new_v[i] = v[i] * momentum - g[i] * lr
        new_w[i] = w[i] + new_v[i]
    return new_w, new_v
