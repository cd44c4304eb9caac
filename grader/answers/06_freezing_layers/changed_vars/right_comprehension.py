def changed_vars(before, after, names):
    return {n for n, b, a in zip(names, before, after) if b.tobytes() != a.tobytes()}
