# belief: the-drift-starts-at-one
def drift_after_zero_grads(opt, n):
    w = tf.Variable(1.0)
    for i in range(5 + n):
        opt.apply([tf.constant(1.0 if i < 5 else 0.0)], [w])
    return abs(float(w) - 1.0)
