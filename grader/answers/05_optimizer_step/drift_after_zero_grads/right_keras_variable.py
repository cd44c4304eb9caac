def drift_after_zero_grads(opt, n):
    w = tf.keras.Variable(1.0)
    opt.build([w])

    def go(gradient, times):
        for _ in range(times):
            opt.apply_gradients([(tf.constant(gradient), w)])
        return w.numpy()

    start = go(1.0, 5)
    return np.abs(go(0.0, n) - start)
