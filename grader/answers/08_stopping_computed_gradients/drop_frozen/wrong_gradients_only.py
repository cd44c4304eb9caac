# belief: nothing-was-frozen
# said: must be a pair
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return [g for g, v in grads_and_vars if id(v) not in ids]
