# belief: rows-may-stand-as-columns
def per_example_grads(w, X, y):
    return tf.transpose(2 * (tf.linalg.matvec(X, w) - y)[:, None] * X)
