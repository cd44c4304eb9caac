# belief: my-input-is-mine
# passes: visible
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    grads = tape.gradient(loss, var_list)
    if all(g is None for g in grads):
        raise ValueError("nothing to do")
    for i in reversed(range(len(var_list))):
        if grads[i] is None:
            del var_list[i]
    opt.apply([g for g in grads if g is not None], var_list)
    return loss
