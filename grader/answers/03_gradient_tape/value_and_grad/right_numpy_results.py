def value_and_grad(f, x):
    x = tf.convert_to_tensor(np.asarray(x))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    g = tape.gradient(y, x)
    return float(y), np.zeros(x.shape, x.dtype.as_numpy_dtype) if g is None else np.asarray(g)
