# belief: a-zero-moves-nothing
def drift_after_zero_grads(opt, n):
    w, other = tf.Variable(1.0), tf.Variable(1.0)
    for i in range(5):
        opt.apply([tf.constant(1.0), tf.constant(1.0)], [w, other])
    at = float(w)
    for i in range(n):
        opt.apply([None, tf.constant(1.0)], [w, other])
    return abs(float(w) - at)
