# belief: a-new-optimizer-remembers
def drift_after_zero_grads(opt, n):
    w = tf.Variable(1.0)
    for i in range(5):
        opt.apply([tf.constant(1.0)], [w])
    at = float(w)
    second = type(opt).from_config(opt.get_config())
    for i in range(n):
        second.apply([tf.constant(0.0)], [w])
    return abs(float(w) - at)
