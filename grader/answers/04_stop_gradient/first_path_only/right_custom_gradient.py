@tf.custom_gradient
def constant(t):
    return tf.identity(t), lambda upstream: tf.zeros_like(t)


def first_path_only(f, g):
    def h(x):
        return tf.multiply(f(x), constant(g(x)))

    return h
