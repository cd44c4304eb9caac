def minimize(loss_fn, var_list, opt):
    handles = [v.value if isinstance(v, tf.keras.Variable) else v for v in var_list]
    tape = tf.GradientTape(watch_accessed_variables=False)
    with tape:
        for h in handles:
            tape.watch(h)
        loss = loss_fn()
    g = tape.gradient(loss, handles)
    opt.apply(grads=g, trainable_variables=var_list)
    return tf.identity(loss)
