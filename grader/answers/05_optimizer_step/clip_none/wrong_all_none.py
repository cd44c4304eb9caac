# belief: somebody-has-a-gradient
# said: raised
# passes: visible
def clip_none(grads, c):
    flat = tf.concat([tf.reshape(tf.convert_to_tensor(g), [-1]) for g in grads if g is not None], 0)
    norm = tf.norm(flat)
    f = tf.minimum(1.0, c / norm) if norm > 0 else 1.0
    return [None if g is None else tf.convert_to_tensor(g) * f for g in grads]
