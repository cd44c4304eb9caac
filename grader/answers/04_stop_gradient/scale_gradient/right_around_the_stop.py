def scale_gradient(h, a):
    still = tf.stop_gradient(h)
    return still + a * (h - still)
