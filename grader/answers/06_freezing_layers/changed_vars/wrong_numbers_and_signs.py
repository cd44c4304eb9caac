# belief: equal-numbers-are-equal-bits
# said: a NaN now a NaN of other bits
# passes: visible
def changed_vars(before, after, names):
    def same(a, b):
        return np.array_equal(a, b, equal_nan=True) and np.array_equal(np.signbit(a), np.signbit(b))

    return set(name for name, a, b in zip(names, before, after) if not same(a, b))
