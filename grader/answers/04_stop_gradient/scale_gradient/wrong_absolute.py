# belief: a-is-a-share
# said: it should be
# passes: visible
def scale_gradient(h, a):
    a = abs(a)
    return a * h + (1 - a) * tf.stop_gradient(h)
