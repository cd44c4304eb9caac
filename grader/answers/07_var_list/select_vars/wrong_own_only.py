# belief: only-its-own-weights
# passes: visible
def select_vars(model, layer_name):
    for layer in model.layers:
        if layer.name == layer_name:
            if hasattr(layer, "layers"):
                return [v for l in layer.layers for v in select_vars(layer, l.name)]
            return layer._trainable_variables + layer._non_trainable_variables
        if hasattr(layer, "layers"):
            found = select_vars(layer, layer_name)
            if found:
                return found
    return []
