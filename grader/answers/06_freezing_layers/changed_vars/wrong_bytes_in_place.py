# belief: my-input-is-mine
# passes: visible
def changed_vars(before, after, names):
    for i in range(len(before)):
        before[i] = before[i].tobytes()
        after[i] = after[i].tobytes()
    return {name for name, a, b in zip(names, before, after) if a != b}
