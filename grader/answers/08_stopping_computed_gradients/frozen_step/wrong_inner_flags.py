# belief: flags-are-mine
# passes: visible
mine = {}


def frozen_step(model, frozen_layer, x, y, opt):
    layer = model.get_layer(frozen_layer)
    key = (model, frozen_layer, opt)
    flag = layer.trainable
    layer.trainable = False
    if key not in mine:
        train = model.trainable_variables

        @tf.function
        def step(x, y):
            with tf.GradientTape() as tape:
                p = model(x, training=True)
                loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
            opt.apply(tape.gradient(loss, train), train)
            return loss

        mine[key] = step
    loss = mine[key](x, y)
    layer.trainable = flag
    return loss
