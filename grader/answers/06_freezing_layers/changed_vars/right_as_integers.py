def changed_vars(before, after, names):
    out = []
    for i in range(len(names)):
        if not np.array_equal(before[i].view(np.uint32), after[i].view(np.uint32)):
            out.append(names[i])
    return frozenset(out)
