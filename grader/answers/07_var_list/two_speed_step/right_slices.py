def two_speed_step(model, slow, fast, x, y):
    variables = list(slow[1]) + list(fast[1])
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.square(y - p))
    g = tape.gradient(loss, variables)
    k = len(slow[1])
    slow[0].apply_gradients(zip(g[:k], variables[:k]))
    fast[0].apply_gradients(zip(g[k:], variables[k:]))
    return loss.numpy()
