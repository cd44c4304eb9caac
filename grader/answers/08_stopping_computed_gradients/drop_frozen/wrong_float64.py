# belief: float32-is-enough
# said: of float64
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return [
        (g if g is None else tf.cast(tf.convert_to_tensor(g), tf.float64), v)
        for g, v in grads_and_vars
        if id(v) not in ids
    ]
