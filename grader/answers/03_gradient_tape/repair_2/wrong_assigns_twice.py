# belief: the-average-moves-twice
def repair_2(w, x, average):
    with tf.GradientTape() as tape:
        new = 0.75 * average + 0.25 * tf.reduce_sum(w * x)
        average.assign(new)
        loss = new**2
    average.assign(0.75 * average + 0.25 * tf.reduce_sum(w * x))
    return tape.gradient(loss, w)
