# belief: layers-lie-on-top
# said: there is no such layer
# passes: visible
def select_vars(model, layer_name):
    for layer in model.layers:
        if layer.name == layer_name:
            return layer.variables
        if hasattr(layer, "layers"):
            found = select_vars(layer, layer_name)
            if found:
                return found
    return [] if layer_name.strip("_") == layer_name and layer_name else None
