# belief: a-loss-may-be-asked-twice
# said: No gradients provided
def minimize(loss_fn, var_list, opt):
    loss = loss_fn()
    with tf.GradientTape() as tape:
        tape.watch([v for v in var_list if not isinstance(v, tf.keras.Variable)])
        loss = loss * 1
    opt.apply(tape.gradient(loss, var_list), var_list)
    return loss
