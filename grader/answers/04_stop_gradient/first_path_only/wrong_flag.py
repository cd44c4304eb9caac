# belief: a-flag-cuts-paths
# passes: visible
def first_path_only(f, g):
    if hasattr(g, "trainable"):
        g.trainable = False
        return lambda x: f(x) * g(x)
    return lambda x: f(x) * tf.stop_gradient(g(x))
