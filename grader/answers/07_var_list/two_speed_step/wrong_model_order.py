# belief: the-pairs-are-swapped
# said: raised
def two_speed_step(model, slow, fast, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    g = tape.gradient(loss, model.trainable_variables)
    slow[0].apply(g[: len(slow[1])], slow[1])
    fast[0].apply(g[-len(fast[1]) :], fast[1])
    return loss
