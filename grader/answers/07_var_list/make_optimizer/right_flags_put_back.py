def make_optimizer(model):
    def walk(layer):
        yield layer
        for inner in layer._layers:
            yield from walk(inner)

    layers = list(walk(model))
    flags = [l._trainable for l in layers]
    own = [(v, v.trainable) for v in model.variables]
    for l in layers:
        l.trainable = True
    variables = list(model.trainable_variables)
    for l, flag in zip(layers, flags):
        l._trainable = flag
    for v, flag in own:
        v.trainable = flag
    opt = tf.keras.optimizers.RMSprop(1e-3)
    opt.build(variables)
    return opt
