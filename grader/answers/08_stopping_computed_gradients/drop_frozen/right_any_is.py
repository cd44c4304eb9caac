def drop_frozen(grads_and_vars, frozen):
    kept = []
    for pair in grads_and_vars:
        if not any(pair[1] is f for f in frozen):
            kept.append(pair)
    return kept
