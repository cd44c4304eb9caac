def value_and_grad(f, x):
    if not isinstance(x, tf.keras.Variable):
        x = tf.convert_to_tensor(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return y, tape.gradient(y, x, unconnected_gradients="zero")
    flag = x.trainable
    x.trainable = True
    try:
        with tf.GradientTape() as tape:
            tape.watch(x.value)
            y = f(x)
        g = tape.gradient(y, x)
    finally:
        x.trainable = flag
    return y, tf.zeros(x.shape, x.dtype) if g is None else g
