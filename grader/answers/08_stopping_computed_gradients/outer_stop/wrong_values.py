# belief: value-is-slope
def outer_stop(f, x):
    with tf.GradientTape() as t:
        t.watch(x)
        y = f(x)
    slope = t.gradient(y, x)
    return tf.stop_gradient(slope) * x, slope * x
