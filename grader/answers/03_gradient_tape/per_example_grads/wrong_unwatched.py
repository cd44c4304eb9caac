# belief: tensors-are-watched-by-themselves
# said: is None
def per_example_grads(w, X, y):
    with tf.GradientTape() as tape:
        losses = (tf.linalg.matvec(X, w) - y) ** 2
    return tape.jacobian(losses, w)
