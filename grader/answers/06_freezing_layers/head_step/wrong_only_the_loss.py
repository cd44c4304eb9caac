# belief: the-loss-comes-afterwards
# said: The head's weight
def head_step(base, head, x, y, opt):
    return tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
