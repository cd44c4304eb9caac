def drop_frozen(grads_and_vars, frozen):
    pairs = [list(pair) for pair in grads_and_vars]
    keep = np.ones(len(pairs), dtype=bool)
    for i, (_, v) in enumerate(pairs):
        for f in frozen:
            keep[i] &= f is not v
    return [pairs[i] for i in np.flatnonzero(keep)]
