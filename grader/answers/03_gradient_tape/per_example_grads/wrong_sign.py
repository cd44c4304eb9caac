# belief: downhill-is-the-gradient
def per_example_grads(w, X, y):
    return 2 * (y - tf.linalg.matvec(X, w))[:, None] * X
