def repair_2(w, x, average):
    with tf.GradientTape() as tape:
        new = average * 0.75 + tf.reduce_sum(w * x) / 4
        average.assign(new)
        loss = new * new
    return tape.gradient(loss, w)
