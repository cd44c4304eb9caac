# belief: apply-would-say-so
# passes: visible
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    grads = tape.gradient(loss, var_list)
    kept = [(g, v) for g, v in zip(grads, var_list) if g is not None]
    opt.apply([g for g, _ in kept], [v for _, v in kept])
    return loss
