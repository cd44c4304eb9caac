def seen(step, change, x2=None):
    x = tf.constant([1.0])
    a = step(x).numpy()
    n = step.experimental_get_tracing_count()
    change()
    b = step(x if x2 is None else x2).numpy()
    if step.experimental_get_tracing_count() > n:
        return "retraced"
    return "captured" if np.allclose(a, b) else "read"


v = tf.Variable(2.0)
box = [2.0]
answers = {
    "a": seen(tf.function(lambda x: v * x), lambda: v.assign(5.0)),
    "b": seen(tf.function(lambda x: box[0] * x), lambda: box.__setitem__(0, 5.0)),
    "c": "retraced", "d": "read", "e": "read", "f": "captured", "g": "captured", "h": "captured",
    "i": "refused", "j": "retraced",
}
