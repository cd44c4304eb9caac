@tf.function
def gradient_of(w, x):
    with tf.GradientTape() as tape:
        tape.watch(w)
        loss = tf.add_n([h**2 for h in tf.unstack(tf.tanh(w * x))]) / tf.cast(tf.size(x), tf.float32)
    return tape.gradient(loss, w)


def repair_1(w, x):
    return gradient_of(tf.convert_to_tensor(w), x)
