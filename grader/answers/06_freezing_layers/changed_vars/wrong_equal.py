# belief: equal-numbers-are-equal-bits
# passes: visible
def changed_vars(before, after, names):
    return {n for b, a, n in zip(before, after, names) if not np.array_equal(b, a, equal_nan=True)}
