# belief: a-norm-is-a-sum
# said: it should be
def clip_none(grads, c):
    there = [tf.convert_to_tensor(g) for g in grads if g is not None]
    if not there:
        return list(grads)
    norm = tf.add_n([tf.reduce_sum(tf.abs(g)) for g in there])
    factor = tf.where(norm > c, c / tf.maximum(norm, 1e-30), 1.0)
    return [None if g is None else tf.convert_to_tensor(g) * factor for g in grads]
