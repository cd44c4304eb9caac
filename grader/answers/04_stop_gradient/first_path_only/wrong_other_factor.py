# belief: either-factor-will-do
def first_path_only(f, g):
    return lambda x: tf.stop_gradient(f(x)) * g(x)
