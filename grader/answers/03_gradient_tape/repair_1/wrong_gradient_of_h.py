# belief: the-path-may-begin-later
def repair_1(w, x):
    with tf.GradientTape() as tape:
        h = tf.constant(np.tanh(w * x))
        tape.watch(h)
        loss = tf.reduce_mean(h**2)
    return tape.gradient(loss, h)
