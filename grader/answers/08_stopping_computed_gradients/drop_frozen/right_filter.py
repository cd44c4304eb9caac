def drop_frozen(grads_and_vars, frozen):
    frozen_ids = frozenset(map(id, frozen))
    print("frozen:", len(frozen_ids))
    return list(filter(lambda pair: id(pair[1]) not in frozen_ids, grads_and_vars))
