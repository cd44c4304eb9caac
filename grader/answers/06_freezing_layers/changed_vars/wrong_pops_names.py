# belief: my-input-is-mine
# passes: visible
def changed_vars(before, after, names):
    changed = set()
    for old, new in zip(before, after):
        name = names.pop(0)
        if old.tobytes() != new.tobytes():
            changed.add(name)
    return changed
