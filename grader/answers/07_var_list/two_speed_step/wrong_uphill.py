# belief: downhill-is-the-gradient
def two_speed_step(model, slow, fast, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
        climb = -loss
    a, b = tape.gradient(climb, [list(slow[1]), list(fast[1])])
    slow[0].apply(a, slow[1])
    fast[0].apply(b, fast[1])
    return loss
