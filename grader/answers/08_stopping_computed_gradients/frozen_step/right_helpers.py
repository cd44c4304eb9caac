def losses_of(model, x, y):
    return tf.keras.losses.sparse_categorical_crossentropy(y, model(x, training=True))


def moved(v, own):
    return all(v is not w for w in own)


held = {}


def frozen_step(model, frozen_layer, x, y, opt):
    if (model, frozen_layer, opt) not in held:
        own = model.get_layer(frozen_layer).variables
        train = [v for v in model.trainable_variables if moved(v, own)]

        @tf.function
        def step(x, y):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(losses_of(model, x, y))
            opt.apply(tape.gradient(loss, train), train)
            return loss

        held[model, frozen_layer, opt] = step
    return held[model, frozen_layer, opt](x, y)
