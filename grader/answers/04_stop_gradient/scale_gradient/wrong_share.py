# belief: a-is-a-share
# passes: visible
def scale_gradient(h, a):
    a = min(max(a, 0.0), 1.0)
    return a * h + (1 - a) * tf.stop_gradient(h)
