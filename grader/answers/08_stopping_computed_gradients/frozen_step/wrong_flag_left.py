# belief: flags-are-mine
@tf.function
def step(model, x, y, opt):
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    opt.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
    return loss


def frozen_step(model, frozen_layer, x, y, opt):
    model.get_layer(frozen_layer).trainable = False
    return step(model, x, y, opt)
