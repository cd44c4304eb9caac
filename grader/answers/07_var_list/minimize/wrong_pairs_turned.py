# belief: everything-is-trained
# said: _unique_id
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    opt.apply_gradients(zip(var_list, tape.gradient(loss, var_list)))
    return loss
