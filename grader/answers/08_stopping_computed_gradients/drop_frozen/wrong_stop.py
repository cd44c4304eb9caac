# belief: nothing-was-frozen
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return [
        (tf.stop_gradient(g), v) if id(v) in ids and g is not None else (g, v)
        for g, v in grads_and_vars
    ]
