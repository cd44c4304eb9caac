# belief: weights-come-after-the-sum
# said: raised
def vjp(f, x, v):
    x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return v * tape.gradient(y, x)
