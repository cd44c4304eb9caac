def head_step(base, head, x, y, opt):
    if not opt.built:
        opt.build(base.trainable_variables + head.trainable_variables)

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
        g = tape.gradient(loss, head.trainable_variables)
        opt.apply(g, head.trainable_variables)
        return loss

    return step(x, y)
