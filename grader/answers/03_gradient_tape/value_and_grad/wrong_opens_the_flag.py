# belief: flags-are-mine
# passes: visible
def value_and_grad(f, x):
    if isinstance(x, tf.keras.Variable):
        x.trainable = True
        x = x.value
    else:
        x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return y, tape.gradient(y, x, unconnected_gradients="zero")
