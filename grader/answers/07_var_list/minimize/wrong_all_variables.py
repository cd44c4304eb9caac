# belief: everything-is-trained
def minimize(loss_fn, var_list, opt):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    everything = tape.watched_variables()
    opt.apply(tape.gradient(loss, everything), everything)
    return loss
