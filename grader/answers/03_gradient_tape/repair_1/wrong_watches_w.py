# belief: none-means-not-watched
# said: is None
def repair_1(w, x):
    with tf.GradientTape() as tape:
        tape.watch(w)
        h = np.tanh(w * x)
        loss = tf.reduce_mean(h**2)
    return tape.gradient(loss, w)
