# belief: a-mean-over-examples
def per_example_grads(w, X, y):
    return 2 * (tf.linalg.matvec(X, w) - y)[:, None] * X / len(X)
