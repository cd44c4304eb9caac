# belief: flags-are-mine
# passes: visible
mine = {}


def frozen_step(model, frozen_layer, x, y, opt):
    key = (model, frozen_layer, opt)
    if key not in mine:
        model.get_layer(frozen_layer).trainable = False
        train = model.trainable_variables

        @tf.function
        def step(x, y):
            with tf.GradientTape() as tape:
                p = model(x, training=True)
                loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
            opt.apply(tape.gradient(loss, train), train)
            return loss

        mine[key] = step
        model.trainable = True
        for layer in model.layers:
            layer.trainable = True
    return mine[key](x, y)
