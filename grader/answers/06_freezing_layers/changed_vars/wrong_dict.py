# belief: names-tell-arrays-apart
# passes: visible
def changed_vars(before, after, names):
    b, a = dict(zip(names, before)), dict(zip(names, after))
    return {n for n in b if b[n].tobytes() != a[n].tobytes()}
