# belief: one-zero-is-enough
def safe_grads(tape, loss, variables):
    grads = tape.gradient(loss, variables)
    return [tf.zeros_like(loss) if g is None else g for g in grads]
