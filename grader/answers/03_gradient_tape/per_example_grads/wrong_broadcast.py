# belief: shapes-take-care-of-themselves
# said: has shape
def per_example_grads(w, X, y):
    with tf.GradientTape() as tape:
        tape.watch(w)
        losses = (X @ w[:, None] - y) ** 2
    return tape.jacobian(losses, w)
