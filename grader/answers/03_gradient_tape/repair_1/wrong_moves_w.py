# belief: my-input-is-mine
# passes: visible
def repair_1(w, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.tanh(w * x) ** 2)
    g = tape.gradient(loss, w)
    w.assign_sub(0.1 * g)
    return g
