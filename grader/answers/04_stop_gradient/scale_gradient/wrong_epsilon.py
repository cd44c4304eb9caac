# belief: h-is-never-zero
# said: it should be
# passes: visible
def scale_gradient(h, a):
    still = tf.stop_gradient(h)
    return h + (a - 1) * (h - still) + 1e-6
