def head_step(base, head, x, y, opt):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x), training=True) - y) ** 2)
    grads = tape.gradient(loss, head.trainable_variables)
    nones = [None for _ in base.trainable_variables]
    opt.apply(nones + grads, base.trainable_variables + head.trainable_variables)
    return loss
