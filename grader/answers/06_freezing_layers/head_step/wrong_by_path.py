# belief: everything-trains
# said: of the base's variables
# passes: visible
def head_step(base, head, x, y, opt):
    names = {v.path for v in head.trainable_variables}
    variables = [v for v in base.trainable_variables + head.trainable_variables if v.path in names]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
    opt.apply(tape.gradient(loss, variables), variables)
    return loss
