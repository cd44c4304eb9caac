# belief: names-tell-variables-apart
# passes: visible
def two_speed_step(model, slow, fast, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    g = tape.gradient(loss, model.trainable_variables)
    pairs = list(zip(g, model.trainable_variables))
    for opt, vs in (slow, fast):
        names = {v.path for v in vs}
        opt.apply_gradients([(g, v) for g, v in pairs if v.name in names or v.path in names])
    return loss
