# belief: close-is-unchanged
# passes: visible
def changed_vars(before, after, names):
    return {n for b, a, n in zip(before, after, names) if not np.allclose(b, a, equal_nan=True)}
