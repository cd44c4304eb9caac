@tf.function
def both(f, x, stopped):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        g = inner.gradient(y, x)
        if stopped:
            g = tf.keras.ops.stop_gradient(g)
        product = g * x
    return outer.gradient(product, x)


def outer_stop(f, x):
    x = tf.identity(x)
    return float(both(f, x, True)), float(both(f, x, False))
