# belief: the-old-gradient-will-do
def repair_3(w, x, rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((w * x - 1.0) ** 2)
    g = tape.gradient(loss, w)
    w.assign_sub(rate * g)
    return g
