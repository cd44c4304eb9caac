# belief: the-old-average-is-gone
# said: it should be
def repair_2(w, x, average):
    with tf.GradientTape() as tape:
        part = 0.25 * tf.reduce_sum(w * x)
        loss = part**2
    average.assign(0.75 * average + part)
    return tape.gradient(loss, w)
