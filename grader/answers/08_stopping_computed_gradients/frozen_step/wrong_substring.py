# belief: a-part-of-a-name-will-do
# passes: visible
@tf.function
def frozen_step(model, frozen_layer, x, y, opt):
    train = [v for v in model.trainable_variables if frozen_layer not in v.path]
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    opt.apply(tape.gradient(loss, train), train)
    return loss
