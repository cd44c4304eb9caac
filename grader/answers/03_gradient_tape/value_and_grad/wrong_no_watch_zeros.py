# belief: tensors-are-watched-by-themselves
def value_and_grad(f, x):
    if not isinstance(x, (tf.Variable, tf.keras.Variable)):
        x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        y = f(x)
    g = tape.gradient(y, x)
    return y, tf.zeros(np.shape(x)) if g is None else g
