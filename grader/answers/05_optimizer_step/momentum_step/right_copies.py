import copy


def momentum_step(w, v, g, lr, momentum):
    w2 = copy.deepcopy(np.asarray(w, "float32"))
    v2 = np.multiply(v, np.float32(momentum))
    v2 = np.subtract(v2, np.float32(lr) * g)
    w2 += v2
    print("one step")
    return (w2, v2)
