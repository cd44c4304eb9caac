# belief: everything-trains
# said: raised ValueError
def head_step(base, head, x, y, opt):
    model = tf.keras.Sequential([base, head])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(base(x, training=False), training=True) - y) ** 2)
    variables = [v for v in model.trainable_variables if "head" in v.name]
    opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss
