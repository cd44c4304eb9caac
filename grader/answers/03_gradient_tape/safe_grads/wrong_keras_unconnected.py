# belief: keras-variables-are-tensorflow-variables
# said: raised AttributeError
# passes: visible
def safe_grads(tape, loss, variables):
    return tape.gradient(loss, variables, unconnected_gradients="zero")
