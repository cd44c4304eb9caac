# belief: a-zero-moves-nothing
def head_step(base, head, x, y, opt):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
    grads = tape.gradient(loss, head.trainable_variables)
    zeros = [tf.zeros_like(v) for v in base.trainable_variables]
    opt.apply(zeros + grads, base.trainable_variables + head.trainable_variables)
    return loss
