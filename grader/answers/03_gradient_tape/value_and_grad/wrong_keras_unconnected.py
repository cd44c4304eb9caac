# belief: keras-variables-are-tensorflow-variables
# said: raised AttributeError
# passes: visible
def value_and_grad(f, x):
    if isinstance(x, (list, np.ndarray)):
        x = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(x.value if isinstance(x, tf.keras.Variable) else x)
        y = f(x)
    return y, tape.gradient(y, x, unconnected_gradients="zero")
