def scale_gradient(h, a):
    if a == 0:
        return tf.stop_gradient(h)
    if a == 1:
        return h
    a = tf.cast(a, h.dtype)
    return a * h - tf.stop_gradient(a * h) + tf.stop_gradient(h)
