# belief: a-frozen-base-may-train
# passes: visible
def head_step(base, head, x, y, opt):
    kept = [v.numpy() for v in base.variables]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=True), training=True) - y) ** 2)
    for v, k in zip(base.variables, kept):
        v.assign(k)
    opt.apply(tape.gradient(loss, head.trainable_variables), head.trainable_variables)
    return loss
