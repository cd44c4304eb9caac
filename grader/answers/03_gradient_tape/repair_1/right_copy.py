def repair_1(w, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.math.tanh(w * x)))
    return tape.gradient(loss, w)
