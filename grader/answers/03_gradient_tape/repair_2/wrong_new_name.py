# belief: the-state-can-be-left-out
def repair_2(w, x, average):
    with tf.GradientTape() as tape:
        average = 0.75 * average + 0.25 * tf.reduce_sum(w * x)
        loss = average**2
    return tape.gradient(loss, w)
