# belief: h-is-never-zero
# passes: visible
def scale_gradient(h, a):
    still = tf.stop_gradient(h)
    return still * (h / still) ** a
