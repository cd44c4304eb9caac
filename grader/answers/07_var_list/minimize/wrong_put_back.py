# belief: putting-back-is-freezing
# passes: visible
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape(persistent=True) as tape:
        loss = loss_fn()
    if all(tape.gradient(loss, v) is None for v in var_list):
        raise ValueError("nothing to move")
    everything = opt._trainable_variables
    old = [np.array(tf.convert_to_tensor(v)) for v in everything]
    opt.apply(tape.gradient(loss, everything), everything)
    for v, value in zip(everything, old):
        if not any(v is w for w in var_list):
            v.assign(value)
    return loss
