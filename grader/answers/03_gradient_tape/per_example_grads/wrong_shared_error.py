# belief: examples-share-one-error
# said: it should be
def per_example_grads(w, X, y):
    return 2 * tf.reduce_mean(tf.linalg.matvec(X, w) - y) * X
