# belief: flags-are-mine
# passes: visible
def make_optimizer(model):
    outside = [(layer, layer.trainable) for layer in model.layers]
    model.trainable = False
    model.trainable = True
    opt = tf.keras.optimizers.Adam()
    opt.build(model.trainable_variables)
    for layer, flag in outside:
        layer.trainable = flag
    return opt
