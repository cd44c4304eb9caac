# belief: frozen-now-is-frozen-for-good
# said: with frozen variables in it
# passes: visible
def make_optimizer(model):
    flags = [layer.trainable for layer in model.layers]
    own = model.trainable
    for layer in model.layers:
        layer.trainable = True
    opt = tf.keras.optimizers.Adam()
    opt.build([v for layer in model.layers for v in layer.trainable_weights])
    for layer, flag in zip(model.layers, flags):
        if not flag:
            layer.trainable = False
    if model.trainable != own:
        model.trainable = own
    return opt
