# belief: a-nan-hides-nothing
# passes: visible
def changed_vars(before, after, names):
    out = set()
    for b, a, n in zip(before, after, names):
        if a.size and (np.max(np.abs(a - b)) > 0 or np.any(np.signbit(a) != np.signbit(b))):
            out.add(n)
    return out
