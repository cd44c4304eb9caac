# belief: rows-times-columns
# passes: visible
def first_path_only(f, g):
    def h(x):
        a, b = f(x), tf.stop_gradient(g(x))
        return a @ b if a.shape.rank == 2 else a * b

    return h
