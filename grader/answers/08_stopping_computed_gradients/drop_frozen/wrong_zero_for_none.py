# belief: none-is-zero
# said: the gradient of w was None
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return [
        (tf.zeros(v.shape) if g is None else g, v) for g, v in grads_and_vars if id(v) not in ids
    ]
