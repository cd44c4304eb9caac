# belief: each-list-needs-a-pass-of-its-own
def two_speed_step(model, slow, fast, x, y):
    with tf.GradientTape() as one, tf.GradientTape() as two:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    slow[0].apply(one.gradient(loss, slow[1]), slow[1])
    fast[0].apply(two.gradient(loss, fast[1]), fast[1])
    return loss
