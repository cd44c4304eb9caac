# belief: a-loss-may-be-asked-twice
# passes: visible
@tf.function
def frozen_step(model, frozen_layer, x, y, opt):
    frozen = {id(v) for v in model.get_layer(frozen_layer).trainable_variables}
    train = [v for v in model.trainable_variables if id(v) not in frozen]
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy()
    loss = loss_of(y, model(x, training=True))
    with tf.GradientTape() as tape:
        again = loss_of(y, model(x, training=True))
    opt.apply(tape.gradient(again, train), train)
    return loss
