def first_path_only(f, g):
    @tf.function
    def h(x):
        weight = g(x)
        return f(x) * tf.stop_gradient(weight)

    return h
