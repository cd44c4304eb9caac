# belief: float32-is-enough
# passes: visible
def value_and_grad(f, x):
    x = tf.convert_to_tensor(x)
    small = x if x.dtype == tf.float16 else tf.cast(x, tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(small)
        y = f(small)
    g = tape.gradient(y, small, unconnected_gradients="zero")
    return tf.cast(y, x.dtype), tf.cast(g, x.dtype)
