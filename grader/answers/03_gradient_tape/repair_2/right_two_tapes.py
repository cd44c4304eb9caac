def repair_2(w, x, average):
    with tf.GradientTape() as first:
        new = 0.75 * average + 0.25 * tf.reduce_sum(w * x)
    with tf.GradientTape() as second:
        second.watch(average)
        average.assign(new)
        loss = average**2
    return first.gradient(new, w, output_gradients=second.gradient(loss, average))
