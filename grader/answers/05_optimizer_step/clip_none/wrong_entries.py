# belief: clipping-cuts-entries
# said: it should be
def clip_none(grads, c):
    return [
        None if g is None else tf.clip_by_value(tf.convert_to_tensor(g), -float(c), float(c)) for g in grads
    ]
