def scale_gradient(h, a):
    scaled = tf.multiply(h, a)
    return scaled + tf.stop_gradient(h - scaled)
