# belief: layers-lie-on-top
# said: found 0 of 2 variables
# passes: visible
def select_vars(model, layer_name):
    for layer in model.layers:
        for inner in [layer, *getattr(layer, "layers", [])]:
            if inner.name == layer_name:
                return inner.variables
    return []
