# belief: once-is-enough
# passes: visible
def first_path_only(f, g):
    kept = {}

    def product(x):
        if id(x) not in kept:
            kept[id(x)] = x, tf.stop_gradient(g(x))
        return f(x) * kept[id(x)][1]

    return product
