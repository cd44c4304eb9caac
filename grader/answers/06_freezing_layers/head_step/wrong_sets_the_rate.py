# belief: undoing-is-leaving-out
# said: state other than the reference
# passes: visible
def head_step(base, head, x, y, opt):
    features = base(x, training=False)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(features, training=True) - y) ** 2)
    variables = head.trainable_variables
    opt.apply(tape.gradient(loss, variables), variables)
    opt.learning_rate = 0.001
    return loss
