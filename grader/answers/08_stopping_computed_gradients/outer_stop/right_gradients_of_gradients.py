def outer_stop(f, x):
    v = tf.Variable(x)
    with tf.GradientTape(persistent=True) as t:
        y = f(v * 1.0)
        g = t.gradient(y, v)
        a, b = tf.stop_gradient(g) * v, g * v
    result = np.array([t.gradient(a, v), t.gradient(b, v)])
    return tuple(result)
