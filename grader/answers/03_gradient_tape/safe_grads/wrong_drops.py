# belief: none-may-be-dropped
def safe_grads(tape, loss, variables):
    return [g for g in tape.gradient(loss, variables) if g is not None]
