# belief: the-pairs-are-swapped
# said: 2 of the 2 variables of the frozen layer moved
@tf.function
def frozen_step(model, frozen_layer, x, y, opt):
    train = model.get_layer(frozen_layer).trainable_variables
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    opt.apply(tape.gradient(loss, train), train)
    return loss
