# belief: apply-would-say-so
# passes: visible
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    try:
        opt.apply(tape.gradient(loss, var_list), var_list)
    except ValueError as error:
        print(error)
    return loss
