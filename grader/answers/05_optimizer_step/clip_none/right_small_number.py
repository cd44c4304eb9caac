def clip_none(grads, c):
    norm = tf.sqrt(tf.add_n([tf.constant(0.0)] + [2 * tf.nn.l2_loss(g) for g in grads if g is not None]))
    scale = tf.minimum(1.0, c / (norm + 1e-9))
    return [g if g is None else tf.math.scalar_mul(scale, g) for g in grads]
