# belief: a-new-name-is-the-variable
# said: is None
def repair_3(w, x, rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((w * x - 1.0) ** 2)
    w = tf.constant(w - rate * tape.gradient(loss, w))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((w * x - 1.0) ** 2)
    return tape.gradient(loss, w)
