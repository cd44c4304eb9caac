# belief: a-loss-may-be-asked-twice
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    opt.apply(tape.gradient(loss, var_list), var_list)
    return loss_fn()
