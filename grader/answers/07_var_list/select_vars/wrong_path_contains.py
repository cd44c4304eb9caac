# belief: a-part-of-a-name-will-do
def select_vars(model, layer_name):
    return [v for v in model.variables if layer_name in v.path]
