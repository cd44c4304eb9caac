# belief: a-variable-has-its-layers-name
# passes: visible
def select_vars(model, layer_name):
    return [v for v in model.variables if layer_name in v.path.split("/")]
