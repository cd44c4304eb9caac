# belief: my-input-is-mine
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    kept = []
    for g, v in grads_and_vars:
        found = [i for i, f in enumerate(frozen) if f is v]
        if found:
            frozen.pop(found[0])
        else:
            kept.append((g, v))
    return kept
