# belief: my-input-is-mine
# passes: visible
def two_speed_step(model, slow, fast, x, y):
    n = len(slow[1])
    variables = slow[1]
    variables += fast[1]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    g = tape.gradient(loss, variables)
    slow[0].apply(g[:n], variables[:n])
    fast[0].apply(g[n:], variables[n:])
    return loss
