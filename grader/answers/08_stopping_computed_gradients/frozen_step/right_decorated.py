@tf.function
def frozen_step(model, frozen_layer, x, y, opt):
    layer = model.get_layer(frozen_layer)
    train = [
        v for v in model.trainable_variables if not any(v is f for f in layer.trainable_variables)
    ]
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    g = tape.gradient(loss, train)
    opt.apply_gradients(zip(g, train))
    return loss
