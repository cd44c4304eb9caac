import itertools


def drop_frozen(grads_and_vars, frozen):
    a, b = itertools.tee(grads_and_vars)
    ids = {id(v): v for v in frozen}
    return tuple(itertools.compress(a, (ids.get(id(v)) is None for _, v in b)))
