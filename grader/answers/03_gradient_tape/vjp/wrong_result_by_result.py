# belief: one-pass-is-not-enough
# passes: visible
def vjp(f, x, v):
    x = tf.convert_to_tensor(x)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        parts = tf.unstack(f(x))
    return sum(weight * tape.gradient(part, x) for part, weight in zip(parts, np.asarray(v)))
