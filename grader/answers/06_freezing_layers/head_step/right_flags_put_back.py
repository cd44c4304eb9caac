def head_step(base, head, x, y, opt):
    found = [(layer, layer.trainable) for layer in base._flatten_layers()]
    base.trainable = False
    try:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
        variables = base.trainable_variables + head.trainable_variables
        opt.apply(tape.gradient(loss, variables), variables)
    finally:
        for layer, flag in found:
            layer.trainable = flag
    return loss
