# belief: nothing-was-cut
def first_path_only(f, g):
    def h(x):
        with tf.GradientTape() as tape, tape.stop_recording():
            weight = g(x)
        return f(x) * weight

    return h
