# belief: tensors-are-watched-by-themselves
# said: is None
def vjp(f, x, v):
    x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        y = f(x)
    return tape.gradient(y, x, output_gradients=v)
