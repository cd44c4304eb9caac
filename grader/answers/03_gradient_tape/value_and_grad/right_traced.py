def value_and_grad(f, x):
    @tf.function(reduce_retracing=True)
    def both(t):
        with tf.GradientTape() as tape:
            tape.watch(t)
            y = f(t)
        return y, tape.gradient(y, t, unconnected_gradients="zero")

    return both(tf.convert_to_tensor(x))
