# belief: an-iterator-can-be-walked-twice
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    count = sum(1 for _ in grads_and_vars)
    print(count, "pairs")
    return [(g, v) for g, v in grads_and_vars if id(v) not in ids]
