# belief: any-factor-reaches-back
def scale_gradient(h, a):
    tf.stop_gradient((1 - a) * h)
    return tf.identity(h)
