# belief: tensors-are-watched-by-themselves
def value_and_grad(f, x):
    if not isinstance(x, (tf.Variable, tf.keras.Variable)):
        x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        y = f(x)
    return y, tape.gradient(y, x)
