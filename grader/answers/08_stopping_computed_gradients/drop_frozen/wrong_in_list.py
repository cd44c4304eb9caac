# belief: equal-values-are-one
def drop_frozen(grads_and_vars, frozen):
    return [(g, v) for g, v in grads_and_vars if v not in frozen]
