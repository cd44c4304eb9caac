# belief: names-tell-variables-apart
# passes: visible
def safe_grads(tape, loss, variables):
    def key(v):
        return v.path if isinstance(v, tf.keras.Variable) else id(v)

    found = {key(v): g for v, g in zip(variables, tape.gradient(loss, variables))}
    return [
        tf.zeros(v.shape, v.dtype) if found[key(v)] is None else found[key(v)] for v in variables
    ]
