def repair_2(w, x, average):
    old = average.numpy()
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(w)
        loss = tf.square(0.75 * old + 0.25 * tf.reduce_sum(w * x))
    average.assign(0.75 * old + 0.25 * float(tf.reduce_sum(w * x)))
    return tape.gradient(loss, w)
