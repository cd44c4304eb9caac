# belief: one-trace-fits-all
# passes: visible
# said: it should be
step = None


def frozen_step(model, frozen_layer, x, y, opt):
    global step
    if step is None:
        frozen = {id(v) for v in model.get_layer(frozen_layer).trainable_variables}
        train = [v for v in model.trainable_variables if id(v) not in frozen]

        @tf.function
        def step(x, y):
            with tf.GradientTape() as tape:
                p = model(x, training=True)
                loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
            opt.apply(tape.gradient(loss, train), train)
            return loss

    return step(x, y)
