def minimize(loss_fn, var_list, opt):
    with tf.GradientTape(persistent=True) as tape:
        loss = loss_fn()
    grads = [tape.gradient(loss, v) for v in var_list]
    grads = [tf.convert_to_tensor(g) if isinstance(g, tf.IndexedSlices) else g for g in grads]
    opt.apply(grads, var_list)
    return loss[...]
