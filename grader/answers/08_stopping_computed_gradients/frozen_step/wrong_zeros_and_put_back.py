# belief: zero-is-no-gradient
# passes: visible
@tf.function
def train(model, frozen_layer, x, y, opt):
    frozen = {id(v) for v in model.get_layer(frozen_layer).trainable_variables}
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    variables = model.trainable_variables
    grads = tape.gradient(loss, variables)
    grads = [tf.zeros_like(g) if id(v) in frozen else g for g, v in zip(grads, variables)]
    opt.apply(grads, variables)
    return loss


def frozen_step(model, frozen_layer, x, y, opt):
    layer = model.get_layer(frozen_layer)
    old = layer.get_weights()
    loss = train(model, frozen_layer, x, y, opt)
    layer.set_weights(old)
    return loss
