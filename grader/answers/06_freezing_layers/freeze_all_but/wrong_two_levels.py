# belief: layers-lie-on-top
# said: training moved
# passes: visible
def freeze_all_but(model, names):
    model.trainable = True
    for layer in model.layers:
        if hasattr(layer, "layers"):
            layer.trainable = True
            for inner in layer.layers:
                if not hasattr(inner, "layers"):
                    inner.trainable = inner.name in names
        else:
            layer.trainable = layer.name in names
