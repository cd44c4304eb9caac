# belief: weights-come-after-the-sum
# passes: visible
def vjp(f, x, v):
    x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    if len(v) == len(x):
        return v * tape.gradient(y, x)
    return tape.gradient(y, x, output_gradients=tf.convert_to_tensor(v))
