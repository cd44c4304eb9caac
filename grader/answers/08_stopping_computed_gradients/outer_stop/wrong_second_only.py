# belief: slopes-of-slopes-are-all
def outer_stop(f, x):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        slope = inner.gradient(y, x)
    return slope, outer.gradient(slope, x)
