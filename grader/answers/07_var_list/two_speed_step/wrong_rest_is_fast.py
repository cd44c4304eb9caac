# belief: everything-is-trained
def two_speed_step(model, slow, fast, x, y):
    own = {id(v) for v in slow[1]}
    rest = [v for v in model.trainable_variables if id(v) not in own]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    g = tape.gradient(loss, [*slow[1], *rest])
    slow[0].apply(g[: len(own)], slow[1])
    fast[0].apply(g[len(own) :], rest)
    return loss
