def select_vars(model, layer_name):
    try:
        return model.get_layer(layer_name).variables
    except ValueError:
        pass
    result = []
    for inner in model.layers:
        if hasattr(inner, "get_layer"):
            result += select_vars(inner, layer_name)
    return result
