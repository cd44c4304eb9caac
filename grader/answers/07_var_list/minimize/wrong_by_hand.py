# belief: any-optimizer-will-do
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    for g, v in zip(tape.gradient(loss, var_list), var_list):
        v.assign_sub(opt.learning_rate * g)
    return loss
