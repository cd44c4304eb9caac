# belief: rows-do-not-count
# said: it was IndexedSlices of float32
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return [
        (g if g is None else tf.convert_to_tensor(g), v)
        for g, v in grads_and_vars
        if id(v) not in ids
    ]
