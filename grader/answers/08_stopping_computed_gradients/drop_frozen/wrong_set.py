# belief: equal-values-are-one
# said: unhashable
def drop_frozen(grads_and_vars, frozen):
    frozen = set(frozen)
    return [(g, v) for g, v in grads_and_vars if v not in frozen]
