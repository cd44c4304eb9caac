# belief: a-new-array-is-a-change
# passes: visible
def changed_vars(before, after, names):
    return {n for b, a, n in zip(before, after, names) if b is not a}
