def two_speed_step(model, slow, fast, x, y):
    slow_opt, slow_vars = slow
    fast_opt, fast_vars = fast
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    gradients = tape.gradient(loss, slow_vars + fast_vars)
    slow_opt.apply(gradients[: len(slow_vars)], slow_vars)
    fast_opt.apply(gradients[len(slow_vars) :], fast_vars)
    return loss
