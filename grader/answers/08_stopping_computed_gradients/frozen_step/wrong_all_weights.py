# belief: a-flag-says-what-is-frozen
# said: raised
# passes: visible
@tf.function
def frozen_step(model, frozen_layer, x, y, opt):
    train = [v for l in model.layers if l.name != frozen_layer for v in l.weights]
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    opt.apply(tape.gradient(loss, train), train)
    return loss
