# belief: one-step-more
# said: it should be
def drift_after_zero_grads(opt, n):
    weight = tf.Variable(1.0)
    for _ in range(5):
        opt.apply([tf.ones(())], [weight])
    before = float(weight)
    for _ in range(n + 1):
        opt.apply([tf.zeros(())], [weight])
    return abs(float(weight) - before)
