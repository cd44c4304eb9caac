def freeze_all_but(model, names):
    every = list(model._flatten_layers())
    for layer in every:
        if isinstance(layer, tf.keras.Model):
            layer.trainable = True
    for layer in every:
        if not isinstance(layer, tf.keras.Model):
            layer.trainable = layer.name in names
    return model
