# belief: keras-variables-are-tensorflow-variables
# said: raised ValueError: Passed in object
# passes: visible
def value_and_grad(f, x):
    if isinstance(x, (list, np.ndarray)):
        x = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return y, tape.gradient(y, x, unconnected_gradients="zero")
