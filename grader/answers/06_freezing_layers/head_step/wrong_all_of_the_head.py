# belief: a-flag-is-advice
# said: did not take the head
# passes: visible
def head_step(base, head, x, y, opt):
    variables = [v for layer in head.layers for v in layer.weights if "moving" not in v.name]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
    opt.apply(tape.gradient(loss, variables), variables)
    return loss
