# belief: flags-are-mine-to-set
def head_step(base, head, x, y, opt):
    base.trainable = False
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
    opt.apply(tape.gradient(loss, head.trainable_variables), head.trainable_variables)
    return loss
