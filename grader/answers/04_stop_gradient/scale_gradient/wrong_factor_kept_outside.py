# belief: any-factor-reaches-back
# said: y = scale_gradient(h, -0.5)^2
# passes: visible
_A = {}


@tf.custom_gradient
def _scaled(t):
    return tf.identity(t), lambda upstream: _A["a"] * upstream


def scale_gradient(h, a):
    _A["a"] = a
    return _scaled(h)
