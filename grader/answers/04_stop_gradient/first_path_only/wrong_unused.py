# belief: nothing-was-cut
def first_path_only(f, g):
    def h(x):
        weight = g(x)
        tf.stop_gradient(weight)
        return f(x) * weight

    return h
