# belief: one-question-each
# said: raised RuntimeError
def safe_grads(tape, loss, variables):
    out = []
    for v in variables:
        g = tape.gradient(loss, v)
        out.append(tf.zeros(v.shape, v.dtype) if g is None else g)
    return out
