def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    grads = tape.gradient(loss, var_list)
    opt.apply_gradients(zip(grads, var_list))
    return loss.numpy()
