# belief: the-mean-has-no-weight
def repair_1(w, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.tanh(w * x) ** 2)
    return tape.gradient(loss, w)
