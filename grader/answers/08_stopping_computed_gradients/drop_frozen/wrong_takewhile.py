# belief: one-frozen-freezes-all
# said: the pairs of u, w came back, not of u, w, t
import itertools


def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return list(itertools.takewhile(lambda p: id(p[1]) not in ids, grads_and_vars))
