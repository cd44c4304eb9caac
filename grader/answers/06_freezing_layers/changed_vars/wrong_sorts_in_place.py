# belief: my-input-is-mine
# passes: visible
def changed_vars(before, after, names):
    out = {n for b, a, n in zip(before, after, names) if b.tobytes() != a.tobytes()}
    for b, a in zip(before, after):
        b -= a
    return out
