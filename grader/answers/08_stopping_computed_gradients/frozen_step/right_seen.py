seen = {}


def frozen_step(model, frozen_layer, x, y, opt):
    key = (model, frozen_layer, opt)
    if key not in seen:
        frozen = {id(v) for v in model.get_layer(frozen_layer).trainable_variables}
        train = [v for v in model.trainable_variables if id(v) not in frozen]

        @tf.function
        def step(x, y):
            with tf.GradientTape() as tape:
                p = model(x, training=True)
                loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
            opt.apply(tape.gradient(loss, train), train)
            return loss

        seen[key] = step
    return seen[key](x, y)
