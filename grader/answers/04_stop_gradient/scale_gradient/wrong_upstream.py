# belief: upstream-is-one
def scale_gradient(h, a):
    @tf.custom_gradient
    def identity(t):
        return tf.identity(t), lambda upstream: a * tf.ones_like(t)

    return identity(h)
