# belief: tensors-are-watched-by-themselves
# said: is None
def value_and_grad(f, x):
    x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        y = f(x)
        tape.watch(x)
    return y, tape.gradient(y, x)
