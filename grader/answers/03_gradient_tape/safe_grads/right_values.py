def safe_grads(tape, loss, variables):
    plain = [v.value if isinstance(v, tf.keras.Variable) else v for v in variables]
    return tape.gradient(loss, plain, unconnected_gradients="zero")
