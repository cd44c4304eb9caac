# belief: j-times-v
# passes: visible
def vjp(f, x, v):
    x = tf.convert_to_tensor(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    J = tape.jacobian(y, x)
    return tf.linalg.matvec(J, v, transpose_a=J.shape[0] != J.shape[1])
