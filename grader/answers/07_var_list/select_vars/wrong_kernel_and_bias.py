# belief: only-its-own-weights
# said: found 0 of
# passes: visible
def select_vars(model, layer_name):
    for layer in model.layers:
        if layer.name == layer_name:
            return [getattr(layer, n) for n in ("kernel", "bias") if hasattr(layer, n)]
        if hasattr(layer, "layers"):
            found = select_vars(layer, layer_name)
            if found:
                return found
    return []
