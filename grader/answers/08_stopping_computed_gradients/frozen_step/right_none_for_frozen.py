@tf.function
def loss_and_grads(model, frozen_layer, x, y):
    frozen = {id(v) for v in model.get_layer(frozen_layer).variables}
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.math.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    grads = tape.gradient(loss, model.trainable_variables)
    return loss, [None if id(v) in frozen else g for g, v in zip(grads, model.trainable_variables)]


def frozen_step(model, frozen_layer, x, y, opt):
    loss, grads = loss_and_grads(model, frozen_layer, x, y)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return float(loss)
