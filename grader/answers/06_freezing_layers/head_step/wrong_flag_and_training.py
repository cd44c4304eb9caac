# belief: a-frozen-base-may-train
# passes: visible
def head_step(base, head, x, y, opt):
    found = [(layer, layer.trainable) for layer in base._flatten_layers()]
    base.trainable = False
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=True), training=True) - y) ** 2)
    opt.apply(tape.gradient(loss, head.trainable_variables), head.trainable_variables)
    for layer, flag in found:
        layer.trainable = flag
    return loss
