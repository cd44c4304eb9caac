# belief: any-optimizer-will-do
@tf.function
def frozen_step(model, frozen_layer, x, y, opt):
    frozen = {id(v) for v in model.get_layer(frozen_layer).trainable_variables}
    train = [v for v in model.trainable_variables if id(v) not in frozen]
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    for g, v in zip(tape.gradient(loss, train), train):
        v.assign_sub(opt.learning_rate * g)
    return loss
