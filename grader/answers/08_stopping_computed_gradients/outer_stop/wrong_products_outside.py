# belief: a-slope-is-a-constant
# said: is None.
def outer_stop(f, x):
    with tf.GradientTape(persistent=True) as o:
        o.watch(x)
        with tf.GradientTape() as i:
            i.watch(x)
            y = f(x)
        s = i.gradient(y, x)
    a, b = tf.stop_gradient(s) * x, s * x
    return o.gradient(a, x), o.gradient(b, x)
