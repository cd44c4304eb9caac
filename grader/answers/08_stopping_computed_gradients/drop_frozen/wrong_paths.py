# belief: a-variable-has-its-layers-name
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    def key(v):
        return v.path if hasattr(v, "path") else id(v)

    names = {key(v) for v in frozen}
    return [(g, v) for g, v in grads_and_vars if key(v) not in names]
