# belief: zero-means-no-scaling
def scale_gradient(h, a=None):
    a = a or 1.0
    return a * h + tf.stop_gradient(h - a * h)
