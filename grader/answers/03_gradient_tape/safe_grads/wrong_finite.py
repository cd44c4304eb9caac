# belief: safe-means-finite
# passes: visible
def safe_grads(tape, loss, variables):
    grads = tape.gradient(loss, variables)
    out = []
    for g, v in zip(grads, variables):
        if g is None:
            out.append(tf.zeros(v.shape, v.dtype))
        else:
            g = tf.convert_to_tensor(g)
            out.append(tf.where(tf.math.is_nan(g), tf.zeros_like(g), g))
    return out
