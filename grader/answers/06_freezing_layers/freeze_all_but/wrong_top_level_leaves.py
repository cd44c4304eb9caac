# belief: layers-lie-on-top
# said: the model lists
def freeze_all_but(model, names):
    model.trainable = True
    for layer in model.layers:
        if not hasattr(layer, "layers"):
            layer.trainable = layer.name in names
