# belief: a-loss-may-be-asked-twice
# passes: visible
def two_speed_step(model, slow, fast, x, y):
    print("before", float(tf.reduce_mean((model(x) - y) ** 2)))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    a, b = tape.gradient(loss, [list(slow[1]), list(fast[1])])
    slow[0].apply(a, slow[1])
    fast[0].apply(b, fast[1])
    return loss
