def repair_3(w, x, rate):
    opt = tf.keras.optimizers.SGD(rate)
    for step in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((w * x - 1.0) ** 2)
        g = tape.gradient(loss, w)
        if step == 0:
            opt.apply_gradients([(g, w)])
    return g
