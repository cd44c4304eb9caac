# belief: layers-lie-on-top
# said: raised ValueError: No such layer
# passes: visible
def select_vars(model, layer_name):
    return model.get_layer(layer_name).variables
