def slope(w, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w * x - 1.0))
    return tape.gradient(loss, w)


def repair_3(w, x, rate):
    w.assign(w - rate * slope(w, x))
    return slope(w, x)
