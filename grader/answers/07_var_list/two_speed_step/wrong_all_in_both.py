# belief: everything-is-trained
# said: should be
def two_speed_step(model, slow, fast, x, y):
    variables = model.trainable_variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    g = tape.gradient(loss, variables)
    slow[0].apply(g, variables)
    fast[0].apply(g, variables)
    return loss
