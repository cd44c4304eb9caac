# belief: undoing-is-leaving-out
# passes: visible
def head_step(base, head, x, y, opt):
    kept = [v.numpy() for v in base.variables]
    variables = base.trainable_variables + head.trainable_variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
    opt.apply(tape.gradient(loss, variables), variables)
    for v, k in zip(base.variables, kept):
        v.assign(k)
    return loss
