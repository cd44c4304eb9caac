# belief: none-may-be-dropped
# said: the entry of
def safe_grads(tape, loss, variables):
    grads = tape.gradient(loss, variables)
    used = [g for g in grads if g is not None]
    return used + [tf.zeros(v.shape, v.dtype) for g, v in zip(grads, variables) if g is None]
