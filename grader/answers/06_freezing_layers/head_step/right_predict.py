class HeadTrainer:
    def __init__(self, head, opt):
        self.head, self.opt = head, opt

    def step(self, features, y):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch([v.value for v in self.head.trainable_variables])
            loss = tf.reduce_mean((self.head(features, training=True) - y) ** 2)
        values = [v.value for v in self.head.trainable_variables]
        self.opt.apply(tape.gradient(loss, values), self.head.trainable_variables)
        return loss


def head_step(base, head, x, y, opt):
    return HeadTrainer(head, opt).step(base.predict_on_batch(x), y)
