# belief: none-can-be-left-out
def clip_none(grads, c):
    there = [g for g in grads if g is not None]
    return tf.clip_by_global_norm(there, c)[0] if there else []
