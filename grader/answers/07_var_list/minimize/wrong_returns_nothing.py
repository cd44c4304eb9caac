# belief: the-loss-comes-last
# said: is None
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    opt.apply(tape.gradient(loss, var_list), var_list)
