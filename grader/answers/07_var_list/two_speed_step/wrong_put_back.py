# belief: putting-back-is-freezing
# said: The weights after one step
# passes: visible
def two_speed_step(model, slow, fast, x, y):
    mine = list(slow[1])
    other = list(fast[1])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    g = tape.gradient(loss, mine + other)
    old = [v.numpy() for v in other]
    slow[0].apply(g, mine + other)
    for v, o in zip(other, old):
        v.assign(o)
    fast[0].apply(g[len(mine) :], other)
    return loss
