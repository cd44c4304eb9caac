# belief: none-is-zero
def safe_grads(tape, loss, variables):
    return tape.gradient(loss, variables)
