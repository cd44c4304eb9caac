# belief: any-optimizer-will-do
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    new = type(opt).from_config(opt.get_config())
    new.apply(tape.gradient(loss, var_list), var_list)
    return loss
