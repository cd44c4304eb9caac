# belief: keras-variables-are-tensorflow-variables
# said: an object of type ndarray
def select_vars(model, layer_name):
    for layer in model.layers:
        if layer.name == layer_name:
            return layer.get_weights()
        if hasattr(layer, "layers"):
            found = select_vars(layer, layer_name)
            if found:
                return found
    return []
