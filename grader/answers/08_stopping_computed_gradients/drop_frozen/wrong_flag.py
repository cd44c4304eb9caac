# belief: a-flag-says-what-is-frozen
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    return [(g, v) for g, v in grads_and_vars if id(v) not in ids and v.trainable]
