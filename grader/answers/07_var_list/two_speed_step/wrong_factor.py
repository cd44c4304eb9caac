# belief: one-optimizer-will-do
# passes: visible
def two_speed_step(model, slow, fast, x, y):
    variables = [*slow[1], *fast[1]]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    g = tape.gradient(loss, variables)
    share = slow[0].learning_rate / fast[0].learning_rate
    g = [d * share if i < len(slow[1]) else d for i, d in enumerate(g)]
    fast[0].apply(g, variables)
    return loss
