# belief: rows-may-stand-as-columns
# said: has shape (3,); the right shape is (1, 3)
# passes: visible
def per_example_grads(w, X, y):
    with tf.GradientTape() as tape:
        tape.watch(w)
        losses = (tf.linalg.matvec(X, w) - y) ** 2
    return tf.squeeze(tape.jacobian(losses, w))
