# belief: layers-lie-on-top
# passes: visible
def select_vars(model, layer_name):
    for layer in model.layers:
        if layer.name == layer_name:
            return layer.variables
    return []
