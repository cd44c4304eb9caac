# belief: equal-values-are-one
# said: returned 1 pairs; 2 are not frozen
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    pairs = {id(v): (g, v) for g, v in grads_and_vars}
    for v in frozen:
        pairs.pop(id(v), None)
    return list(pairs.values())
