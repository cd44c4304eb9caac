# belief: a-tensor-again-is-enough
# said: is None
def repair_1(w, x):
    with tf.GradientTape() as tape:
        h = tf.constant(np.tanh(w * x))
        loss = tf.reduce_mean(h**2)
    return tape.gradient(loss, w)
