# belief: the-loss-comes-afterwards
def head_step(base, head, x, y, opt):
    f = base(x, training=False)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(f, training=True) - y) ** 2)
    opt.apply(tape.gradient(loss, head.trainable_variables), head.trainable_variables)
    return tf.reduce_mean((head(f, training=False) - y) ** 2)
