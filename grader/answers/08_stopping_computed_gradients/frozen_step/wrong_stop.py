# belief: nothing-was-frozen
@tf.function
def frozen_step(model, frozen_layer, x, y, opt):
    frozen = {id(v) for v in model.get_layer(frozen_layer).trainable_variables}
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    grads = tape.gradient(loss, model.trainable_variables)
    grads = [
        tf.stop_gradient(g) if id(v) in frozen else g
        for g, v in zip(grads, model.trainable_variables)
    ]
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss
