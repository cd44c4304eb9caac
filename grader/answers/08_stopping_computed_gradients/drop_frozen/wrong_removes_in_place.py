# belief: my-input-is-mine
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    pairs = grads_and_vars if isinstance(grads_and_vars, list) else list(grads_and_vars)
    for i in reversed(range(len(pairs))):
        if id(pairs[i][1]) in ids:
            del pairs[i]
    return pairs
