# belief: a-vector-target-gives-rows
def per_example_grads(w, X, y):
    with tf.GradientTape() as tape:
        tape.watch(w)
        losses = (tf.linalg.matvec(X, w) - y) ** 2
    return tape.gradient(losses, w)
