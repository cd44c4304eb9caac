# belief: a-new-optimizer-remembers
# said: it should be
def drift_after_zero_grads(opt, n):
    opt = tf.keras.optimizers.SGD(float(opt.learning_rate), momentum=getattr(opt, "momentum", 0.0))
    w = tf.Variable(1.0)
    for i in range(5):
        opt.apply([tf.constant(1.0)], [w])
    at = float(w)
    for i in range(n):
        opt.apply([tf.constant(0.0)], [w])
    return abs(float(w) - at)
