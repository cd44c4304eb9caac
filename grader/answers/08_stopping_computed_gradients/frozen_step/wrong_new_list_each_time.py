# belief: an-inner-function-keeps-its-trace
class Names:
    def __init__(self, names):
        self.names = names


@tf.function
def step(model, frozen, x, y, opt):
    own = {id(v) for name in frozen.names for v in model.get_layer(name).trainable_variables}
    train = [v for v in model.trainable_variables if id(v) not in own]
    with tf.GradientTape() as tape:
        p = model(x, training=True)
        loss = tf.reduce_mean(tf.keras.losses.sparse_categorical_crossentropy(y, p))
    opt.apply(tape.gradient(loss, train), train)
    return loss


def frozen_step(model, frozen_layer, x, y, opt):
    return step(model, Names([frozen_layer]), x, y, opt)
