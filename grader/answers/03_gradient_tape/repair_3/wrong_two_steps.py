# belief: one-step-more-does-no-harm
# said: it should be
def repair_3(w, x, rate):
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((w * x - 1.0) ** 2)
        g = tape.gradient(loss, w)
        w.assign_sub(rate * g)
    return g
