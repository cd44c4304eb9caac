# belief: a-tensor-again-is-enough
# said: is None
def repair_2(w, x, average):
    with tf.GradientTape() as tape:
        new = tf.Variable(0.75 * average + 0.25 * tf.reduce_sum(w * x))
        loss = new**2
    average.assign(new)
    return tape.gradient(loss, w)
