# belief: none-is-a-zero
# said: No gradients provided
def drift_after_zero_grads(opt, n):
    w = tf.Variable(1.0)
    for i in range(5):
        opt.apply([tf.constant(1.0)], [w])
    at = float(w)
    for i in range(n):
        opt.apply([None], [w])
    return abs(float(w) - at)
