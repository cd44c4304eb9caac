# belief: names-tell-arrays-apart
# passes: visible
def changed_vars(before, after, names):
    out = set()
    for n in names:
        i = names.index(n)
        if before[i].tobytes() != after[i].tobytes():
            out.add(n)
    return out
