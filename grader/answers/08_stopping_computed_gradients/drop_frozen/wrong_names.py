# belief: a-variable-has-its-layers-name
# said: u is missing
def drop_frozen(grads_and_vars, frozen):
    names = [v.name for v in frozen]
    return [(g, v) for g, v in grads_and_vars if v.name not in names]
