def per_example_grads(w, X, y):
    copies = tf.Variable(tf.tile(w[None], [len(X), 1]))
    with tf.GradientTape() as tape:
        losses = (tf.einsum("nd,nd->n", X, copies) - y) ** 2
    return tape.gradient(losses, copies)
