# belief: an-iterator-can-be-walked-twice
# said: has no len()
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return [
        grads_and_vars[i] for i in range(len(grads_and_vars)) if id(grads_and_vars[i][1]) not in ids
    ]
