def repair_1(w, x):
    with tf.GradientTape() as tape:
        h = tf.py_function(lambda t: (tf.exp(t) - tf.exp(-t)) / (tf.exp(t) + tf.exp(-t)), [w * x], tf.float32)
        loss = tf.reduce_mean(h**2)
    return tape.gradient(loss, [w])[0]
