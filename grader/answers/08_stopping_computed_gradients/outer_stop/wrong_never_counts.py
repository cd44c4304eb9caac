# belief: a-stop-on-a-slope-never-counts
def outer_stop(f, x):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        p = inner.gradient(y, x) * x
    g = outer.gradient(p, x)
    return tf.stop_gradient(g), g
