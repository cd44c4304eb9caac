# belief: one-optimizer-will-do
def two_speed_step(model, slow, fast, x, y):
    variables = [*slow[1], *fast[1]]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    fast[0].apply(tape.gradient(loss, variables), variables)
    return loss
