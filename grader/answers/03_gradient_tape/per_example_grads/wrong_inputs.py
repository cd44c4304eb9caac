# belief: the-gradient-of-the-inputs
def per_example_grads(w, X, y):
    with tf.GradientTape() as tape:
        tape.watch(X)
        losses = (tf.linalg.matvec(X, w) - y) ** 2
    return tape.gradient(losses, X)
