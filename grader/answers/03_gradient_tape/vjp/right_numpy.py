def vjp(f, x, v):
    x = tf.constant(np.array(x), tf.float32)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x)
        y = tf.reshape(f(x), [-1])
    g = tape.gradient(y, x, output_gradients=np.array(v, np.float32))
    return None if g is None else g.numpy()
