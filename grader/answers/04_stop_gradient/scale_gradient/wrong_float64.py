# belief: scaling-the-value
# said: has dtype
def scale_gradient(h, a):
    h = tf.cast(h, tf.float64)
    return a * h + (1 - a) * tf.stop_gradient(h)
