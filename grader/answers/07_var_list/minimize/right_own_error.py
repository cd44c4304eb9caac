class NoGradient(ValueError):
    pass


def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    grads = tape.gradient(loss, var_list)
    if not any(g is not None for g in grads):
        raise NoGradient("nothing to move")
    opt.apply(grads, var_list)
    return loss
