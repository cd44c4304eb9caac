# belief: a-stop-at-the-end
def first_path_only(f, g):
    return lambda x: tf.stop_gradient(f(x)) * tf.stop_gradient(g(x))
