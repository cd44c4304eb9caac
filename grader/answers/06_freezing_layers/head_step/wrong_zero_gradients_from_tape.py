# belief: a-zero-moves-nothing
def head_step(base, head, x, y, opt):
    variables = base.trainable_variables + head.trainable_variables
    with tf.GradientTape() as tape:
        f = tf.stop_gradient(base(x, training=False))
        loss = tf.reduce_mean((head(f, training=True) - y) ** 2)
    values = [v.value for v in variables]
    g = tape.gradient(loss, values, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    opt.apply(g, variables)
    return loss
