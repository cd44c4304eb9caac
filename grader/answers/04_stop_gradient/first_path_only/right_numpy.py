def first_path_only(f, g):
    def h(x):
        weights = np.array(g(x))
        return f(x) * weights

    return h
