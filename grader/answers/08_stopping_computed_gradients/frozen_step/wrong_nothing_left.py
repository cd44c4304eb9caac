# belief: names-tell-variables-apart
# said: opt.iterations was
@tf.function
def frozen_step(model, frozen_layer, x, y, opt):
    frozen = [v.name for v in model.get_layer(frozen_layer).trainable_variables]
    train = [v for v in model.trainable_variables if v.name not in frozen]
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    opt.apply(tape.gradient(loss, train), train)
    return loss
