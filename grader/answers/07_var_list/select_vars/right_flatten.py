def select_vars(model, layer_name):
    return [
        v for l in model._flatten_layers(include_self=False) if l.name == layer_name for v in l.variables
    ]
