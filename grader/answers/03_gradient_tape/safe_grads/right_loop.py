def safe_grads(tape, loss, variables):
    out = []
    for v, g in zip(variables, tape.gradient(loss, variables)):
        if g is None:
            g = tf.zeros_like(tf.convert_to_tensor(v))
        out.append(g)
    return out
