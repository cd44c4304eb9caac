@tf.function
def scale_gradient(h, a):
    a = tf.convert_to_tensor(a, dtype=tf.float32)
    return tf.stop_gradient(h) * (1.0 - a) + h * a
