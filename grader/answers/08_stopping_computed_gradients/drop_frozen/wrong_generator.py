# belief: an-iterator-is-a-list
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return ((g, v) for g, v in grads_and_vars if id(v) not in ids)
