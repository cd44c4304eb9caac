# belief: names-tell-variables-apart
# passes: visible
def safe_grads(tape, loss, variables):
    by_name = {v.name: v for v in variables}
    grads = tape.gradient(loss, list(by_name.values()))
    found = {
        name: tf.zeros(v.shape, v.dtype) if g is None else g
        for (name, v), g in zip(by_name.items(), grads)
    }
    return list(found.values())
