# belief: the-head-need-not-know
# said: did not take the head
# passes: visible
def head_step(base, head, x, y, opt):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2, 0))
    opt.apply(tape.gradient(loss, head.trainable_variables), head.trainable_variables)
    return loss / y.shape[1]
