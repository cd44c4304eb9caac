# belief: a-nan-is-always-new
# passes: visible
def changed_vars(before, after, names):
    def same(a, b):
        return np.all(a == b) and np.all(np.signbit(a) == np.signbit(b))

    return {n for b, a, n in zip(before, after, names) if not same(a, b)}
