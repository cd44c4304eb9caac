# belief: a-stop-at-the-end
def scale_gradient(h, a):
    return tf.stop_gradient(a * h + (1 - a) * h)
