# belief: zeros-mend-it
def repair_1(w, x):
    with tf.GradientTape() as tape:
        h = np.tanh(w * x)
        loss = tf.reduce_mean(h**2)
    return tape.gradient(loss, w, unconnected_gradients="zero")
