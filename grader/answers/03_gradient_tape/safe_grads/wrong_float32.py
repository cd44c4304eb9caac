# belief: float32-is-enough
# passes: visible
def safe_grads(tape, loss, variables):
    grads = tape.gradient(loss, variables)
    return [tf.zeros(v.shape) if g is None else g for g, v in zip(grads, variables)]
