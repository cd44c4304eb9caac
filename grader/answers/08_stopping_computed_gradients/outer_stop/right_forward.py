def outer_stop(f, x):
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as acc:
        with tf.GradientTape() as t:
            t.watch(x)
            y = f(x)
        s = t.gradient(y, x)
    second = acc.jvp(s, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    return s, s + second * x
