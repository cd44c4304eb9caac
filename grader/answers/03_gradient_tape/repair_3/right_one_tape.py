def repair_3(w, x, rate):
    v = tf.identity(w)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(v)
        loss = tf.reduce_sum((v * x - 1.0) ** 2)
        with tape.stop_recording():
            moved = v - rate * tape.gradient(loss, v)
        tape.watch(moved)
        after = tf.reduce_sum((moved * x - 1.0) ** 2)
    w.assign(moved)
    return tape.gradient(after, moved)
