# belief: a-loss-may-be-asked-twice
def minimize(loss_fn, var_list, opt):
    loss = loss_fn()
    with tf.GradientTape() as tape:
        again = loss_fn()
    opt.apply(tape.gradient(again, var_list), var_list)
    return loss
