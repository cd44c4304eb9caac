# belief: the-pairs-are-swapped
# said: from 1 and 1
def two_speed_step(model, slow, fast, x, y):
    n = len(fast[1])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    g = tape.gradient(loss, [*fast[1], *slow[1]])
    slow[0].apply(g[:n], fast[1])
    fast[0].apply(g[n:], slow[1])
    return loss
