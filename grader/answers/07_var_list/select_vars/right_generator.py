def every_layer(model):
    for layer in model.layers:
        yield layer
        if isinstance(layer, tf.keras.Model):
            yield from every_layer(layer)


def select_vars(model, layer_name):
    found = (layer.variables for layer in every_layer(model) if layer.name == layer_name)
    return next(found, [])
