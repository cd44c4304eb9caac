def drift_after_zero_grads(opt, n):
    w = tf.Variable(1.0)
    opt.build([w])

    @tf.function
    def step(g):
        opt.apply([g], [w])

    for _ in range(5):
        step(tf.constant(1.0))
    at = tf.identity(w)
    for _ in range(n):
        step(tf.constant(0.0))
    return tf.abs(w - at)
