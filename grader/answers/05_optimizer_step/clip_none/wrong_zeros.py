# belief: none-is-a-zero
def clip_none(grads, c):
    zeros = [tf.zeros(()) if g is None else g for g in grads]
    return tf.clip_by_global_norm(zeros, c)[0]
