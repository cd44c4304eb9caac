# belief: zero-is-no-gradient
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return [(g * 0 if id(v) in ids and g is not None else g, v) for g, v in grads_and_vars]
