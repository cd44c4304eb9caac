# belief: everything-trains
def head_step(base, head, x, y, opt):
    variables = base.trainable_variables + head.trainable_variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
    ids = {id(v) for v in base.trainable_variables}
    grads = tape.gradient(loss, variables)
    grads = [tf.stop_gradient(g) if id(v) in ids else g for g, v in zip(grads, variables)]
    opt.apply(grads, variables)
    return loss
