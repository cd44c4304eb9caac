# belief: the-path-may-begin-later
# said: has shape ()
def repair_2(w, x, average):
    with tf.GradientTape() as tape:
        tape.watch(average)
        average.assign(0.75 * average + 0.25 * tf.reduce_sum(w * x))
        loss = average**2
    return tape.gradient(loss, average)
