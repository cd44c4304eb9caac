# belief: a-square-has-slope-one
def per_example_grads(w, X, y):
    return (tf.linalg.matvec(X, w) - y)[:, None] * X
