# belief: any-factor-reaches-back
def scale_gradient(h, a):
    return h + a * tf.stop_gradient(h) - tf.stop_gradient(a * h)
