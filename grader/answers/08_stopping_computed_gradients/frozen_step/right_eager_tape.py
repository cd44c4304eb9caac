calls = {}


def frozen_step(model, frozen_layer, x, y, opt):
    if id(model) not in calls:
        calls[id(model)] = model, tf.function(lambda x: model(x, training=True))
    frozen = model.get_layer(frozen_layer).trainable_variables
    train = [v for v in model.trainable_variables if all(v is not f for f in frozen)]
    with tf.GradientTape() as tape:
        p = calls[id(model)][1](x)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    opt.apply(tape.gradient(loss, train), train)
    return loss
