# belief: a-slope-is-a-constant
# said: raised
def outer_stop(f, x):
    with tf.GradientTape(persistent=True) as outer:
        with tf.GradientTape() as inner:
            y = f(x)
        slope = inner.gradient(y, x)
        a, b = tf.stop_gradient(slope) * x, slope * x
    return outer.gradient(a, x), outer.gradient(b, x)
