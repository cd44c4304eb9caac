def select_vars(model, layer_name):
    queue = list(model.layers)
    while queue:
        layer = queue.pop(0)
        if layer.name == layer_name:
            return list(layer.weights)
        queue.extend(getattr(layer, "layers", []))
    return []
