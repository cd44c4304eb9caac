def minimize(loss_fn, var_list, opt):
    with tf.GradientTape(persistent=True) as tape:
        loss = loss_fn()
    pairs = [(tape.gradient(loss, v), v) for v in var_list]
    del tape
    pairs = [(g, v) for g, v in pairs if g is not None]
    if not pairs:
        raise ValueError("the loss depends on none of these variables")
    print(len(pairs), "variables")
    opt.apply_gradients(pairs)
    return float(loss)
