def safe_grads(tape, loss, variables):
    unique = {id(v): v for v in variables}
    grads = tape.gradient(loss, unique)
    for key, v in unique.items():
        if grads[key] is None:
            grads[key] = tf.zeros(tf.shape(v), dtype=v.dtype)
    return [grads[id(v)] for v in variables]
