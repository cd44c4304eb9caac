# belief: cutting-the-input-is-enough
def first_path_only(f, g):
    def h(x):
        still = tf.constant(x.numpy())
        return f(x) * g(still)

    return h
