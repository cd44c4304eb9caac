# belief: each-has-its-own-norm
def clip_none(grads, c):
    return [None if g is None else tf.clip_by_norm(tf.convert_to_tensor(g), c) for g in grads]
