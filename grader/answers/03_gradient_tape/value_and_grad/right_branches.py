def value_and_grad(f, x):
    if isinstance(x, tf.keras.Variable):
        x = x.value
    if not isinstance(x, (tf.Variable, tf.Tensor)):
        x = tf.constant(x)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x)
        y = f(x)
    g = tape.gradient(y, x)
    if g is None:
        g = tf.zeros_like(x)
    return y, g
