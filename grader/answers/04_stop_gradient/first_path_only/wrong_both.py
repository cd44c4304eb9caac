# belief: a-stop-at-the-end
# said: is None
def first_path_only(f, g):
    def h(x):
        x = tf.stop_gradient(x)
        return f(x) * tf.stop_gradient(g(x))

    return h
