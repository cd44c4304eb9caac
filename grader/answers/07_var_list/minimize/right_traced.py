def minimize(loss_fn, var_list, opt):
    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = loss_fn()
        opt.apply(tape.gradient(loss, var_list), var_list)
        return loss

    return step()
