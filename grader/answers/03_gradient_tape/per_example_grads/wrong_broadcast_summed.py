# belief: shapes-take-care-of-themselves
# said: it should be
def per_example_grads(w, X, y):
    with tf.GradientTape() as tape:
        tape.watch(w)
        losses = tf.reduce_mean((X @ w[:, None] - y) ** 2, axis=1)
    return tape.jacobian(losses, w)
