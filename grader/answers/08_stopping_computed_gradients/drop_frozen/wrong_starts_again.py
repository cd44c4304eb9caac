# belief: one-frozen-freezes-all
# said: u is missing (t came back)
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    kept = []
    for g, v in grads_and_vars:
        if id(v) in ids:
            kept = []
        else:
            kept.append((g, v))
    return kept
