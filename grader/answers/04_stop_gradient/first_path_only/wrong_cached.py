# belief: once-is-enough
# passes: visible
def first_path_only(f, g):
    kept = []

    def h(x):
        if not kept:
            kept.append(tf.stop_gradient(g(x)))
        return f(x) * kept[0]

    return h
