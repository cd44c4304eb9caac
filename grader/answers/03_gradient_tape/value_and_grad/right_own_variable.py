def value_and_grad(f, x):
    v = tf.Variable(tf.identity(x), trainable=True)
    with tf.GradientTape() as tape:
        out = f(v)
    grad = tape.gradient(out, v, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    return [out, grad]
