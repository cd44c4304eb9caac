# belief: putting-back-is-freezing
# passes: visible
@tf.function
def train_all(model, x, y, opt):
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    opt.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
    return loss


def frozen_step(model, frozen_layer, x, y, opt):
    layer = model.get_layer(frozen_layer)
    old = layer.get_weights()
    loss = train_all(model, x, y, opt)
    layer.set_weights(old)
    return loss
