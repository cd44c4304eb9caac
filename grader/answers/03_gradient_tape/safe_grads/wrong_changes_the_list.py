# belief: my-input-is-mine
# said: changed the list of variables
# passes: visible
def safe_grads(tape, loss, variables):
    variables = variables if isinstance(variables, list) else list(variables)
    for i, v in enumerate(variables):
        if isinstance(v, tf.keras.Variable):
            variables[i] = v.value
    return tape.gradient(loss, variables, unconnected_gradients="zero")
