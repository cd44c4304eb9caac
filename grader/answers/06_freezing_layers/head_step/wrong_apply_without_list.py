# belief: everything-trains
# said: raised ValueError
def head_step(base, head, x, y, opt):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
    opt.apply(tape.gradient(loss, head.trainable_variables))
    return loss
