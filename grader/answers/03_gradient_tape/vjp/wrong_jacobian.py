# belief: one-pass-is-not-enough
# passes: visible
def vjp(f, x, v):
    x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tf.linalg.matvec(tape.jacobian(y, x), v, transpose_a=True)
