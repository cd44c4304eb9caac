# belief: zeros-mend-it
def repair_2(w, x, average):
    with tf.GradientTape() as tape:
        average.assign(0.75 * average + 0.25 * tf.reduce_sum(w * x))
        loss = average**2
    return tape.gradient(loss, w, unconnected_gradients="zero")
