def per_example_grads(w, X, y):
    return 2.0 * (tf.reduce_sum(X * w, axis=1, keepdims=True) - y[:, tf.newaxis]) * X
