# belief: names-tell-arrays-apart
# said: is a list, no set
def changed_vars(before, after, names):
    return [n for b, a, n in zip(before, after, names) if b.tobytes() != a.tobytes()]
