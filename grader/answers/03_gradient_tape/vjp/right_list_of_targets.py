def vjp(f, x, v):
    x = tf.identity(x)
    v = tf.convert_to_tensor(v)
    f(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = [f(x)]
    return tape.gradient(y, [x], output_gradients=[v])[0]
