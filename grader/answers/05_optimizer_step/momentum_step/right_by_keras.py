def momentum_step(w, v, g, lr, momentum):
    variable = tf.Variable(w)
    sgd = tf.keras.optimizers.SGD(lr, momentum=momentum)
    sgd.build([variable])
    if sgd.momentums:
        sgd.momentums[0].assign(v)
    sgd.apply([tf.convert_to_tensor(g)], [variable])
    return variable.numpy(), sgd.momentums[0].numpy() if sgd.momentums else -lr * g
