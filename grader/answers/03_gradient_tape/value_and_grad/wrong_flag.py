# belief: every-variable-is-watched
# passes: visible
def value_and_grad(f, x):
    is_variable = isinstance(x, (tf.Variable, tf.keras.Variable))
    if not is_variable:
        x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        if not is_variable:
            tape.watch(x)
        y = f(x)
    g = tape.gradient(y, x)
    return y, tf.zeros(x.shape, x.dtype) if g is None else g
