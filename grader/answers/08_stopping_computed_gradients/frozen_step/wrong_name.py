# belief: nothing-was-frozen
@tf.function
def frozen_step(model, frozen_layer, x, y, opt):
    train = [v for v in model.trainable_variables if v.name not in [frozen_layer]]
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    opt.apply(tape.gradient(loss, train), train)
    return loss
