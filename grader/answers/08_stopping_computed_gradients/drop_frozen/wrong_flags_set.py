# belief: flags-are-mine
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    ids = {id(v) for v in frozen}
    for v in frozen:
        if isinstance(v, tf.keras.Variable):
            v.trainable = False
    return [(g, v) for g, v in grads_and_vars if id(v) not in ids]
