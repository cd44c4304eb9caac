# belief: a-vector-is-its-mean
def two_speed_step(model, slow, fast, x, y):
    with tf.GradientTape() as tape:
        losses = tf.keras.losses.mse(y, model(x, training=True))
    a, b = tape.gradient(losses, [list(slow[1]), list(fast[1])])
    slow[0].apply(a, slow[1])
    fast[0].apply(b, fast[1])
    return tf.reduce_mean(losses)
