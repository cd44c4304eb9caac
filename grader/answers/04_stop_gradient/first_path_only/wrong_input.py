# belief: cutting-the-input-is-enough
def first_path_only(f, g):
    return lambda x: f(x) * g(tf.stop_gradient(x))
