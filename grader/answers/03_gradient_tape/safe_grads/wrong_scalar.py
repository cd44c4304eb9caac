# belief: one-zero-is-enough
def safe_grads(tape, loss, variables):
    return [tf.constant(0.0) if g is None else g for g in tape.gradient(loss, variables)]
