# belief: a-variable-has-its-layers-name
def select_vars(model, layer_name):
    return [v for v in model.variables if layer_name in v.name]
