# belief: a-stop-at-the-end
def outer_stop(f, x):
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        slope = inner.gradient(y, x)
        a, b = tf.stop_gradient(slope * x), slope * x
    return outer.gradient(a, x), outer.gradient(b, x)
