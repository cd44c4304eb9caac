# belief: none-is-a-zero
# passes: visible
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    grads = tape.gradient(loss, var_list, unconnected_gradients="zero")
    opt.apply(grads, var_list)
    return loss
