# belief: a-weight-is-born-warm
# said: it should be
def drift_after_zero_grads(opt, n):
    w = tf.Variable(1.0)
    for i in range(n):
        opt.apply([tf.constant(0.0)], [w])
    return abs(float(w) - 1)
