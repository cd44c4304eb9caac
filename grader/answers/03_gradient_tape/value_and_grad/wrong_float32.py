# belief: float32-is-enough
# said: has dtype float32
def value_and_grad(f, x):
    x = tf.cast(tf.convert_to_tensor(x), tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return y, tape.gradient(y, x, unconnected_gradients="zero")
