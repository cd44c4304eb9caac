# belief: the-other-factor-is-stopped
def outer_stop(f, x):
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        slope = inner.gradient(y, x)
        a, b = slope * tf.stop_gradient(x), slope * x
    return outer.gradient(a, x), outer.gradient(b, x)
