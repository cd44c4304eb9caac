# belief: flags-are-mine
# passes: visible
def select_vars(model, layer_name):
    for layer in model.layers:
        if layer.name == layer_name:
            layer.trainable = True
            return layer.variables
        if hasattr(layer, "layers"):
            found = select_vars(layer, layer_name)
            if found:
                return found
    return []
