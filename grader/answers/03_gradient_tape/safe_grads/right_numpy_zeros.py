def safe_grads(tape, loss, variables):
    found = tape.gradient(loss, list(variables))

    def fill(g, v):
        return np.zeros_like(v.numpy()) if g is None else tf.convert_to_tensor(g)

    return tuple(map(fill, found, variables))
