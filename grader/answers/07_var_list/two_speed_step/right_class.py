class TwoSpeeds:
    def __init__(self, *groups):
        self.groups = groups

    def step(self, model, x, y):
        everything = [v for _, vs in self.groups for v in vs]
        with tf.GradientTape() as tape:
            error = model(x, training=True) - y
            loss = tf.reduce_sum(error * error) / tf.cast(tf.size(error), tf.float32)
        grads = iter(tape.gradient(loss, everything))
        for opt, vs in self.groups:
            opt.apply([next(grads) for _ in vs], [*vs])
        return loss


def two_speed_step(model, slow, fast, x, y):
    return TwoSpeeds(slow, fast).step(model, x, y)
