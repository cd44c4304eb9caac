# belief: only-the-input-counts
def first_path_only(f, g):
    def h(x):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = f(x)
        weight = tf.stop_gradient(g(x))
        slope = tf.stop_gradient(tape.gradient(y, x, unconnected_gradients="zero"))
        still = tf.stop_gradient(y)
        if slope.shape != still.shape:
            return y * weight
        return (still + slope * (x - tf.stop_gradient(x))) * weight

    return h
