# belief: none-is-zero
# said: the pairs of u, w, v, t came back
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return [(None if id(v) in ids else g, v) for g, v in grads_and_vars]
