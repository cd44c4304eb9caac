# belief: layers-lie-on-top
# said: raised ValueError
def freeze_all_but(model, names):
    model.trainable = False
    model.trainable = True
    for layer in model.layers:
        layer.trainable = False
    for name in names:
        model.get_layer(name).trainable = True
