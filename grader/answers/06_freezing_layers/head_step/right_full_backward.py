def head_step(base, head, x, y, opt):
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.keras.losses.mse(y, head(base(x, training=False), training=True))
        loss = tf.reduce_mean(loss)
    vs = list(head.trainable_variables)
    gs = [tape.gradient(loss, v) for v in vs]
    opt.apply(gs, vs)
    return float(loss)
