# belief: everything-trains
def head_step(base, head, x, y, opt):
    variables = base.trainable_variables + head.trainable_variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
    opt.apply(tape.gradient(loss, variables), variables)
    return loss
