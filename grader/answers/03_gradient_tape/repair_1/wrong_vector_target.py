# belief: the-mean-has-no-weight
def repair_1(w, x):
    with tf.GradientTape() as tape:
        h = tf.tanh(w * x)
        loss = h**2
    return tape.gradient(loss, w)
