# belief: a-zero-moves-nothing
def drift_after_zero_grads(opt, n):
    return 0.0
