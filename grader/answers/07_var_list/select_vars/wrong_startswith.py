# belief: a-part-of-a-name-will-do
def select_vars(model, layer_name):
    return [v for l in model.layers if l.name.startswith(layer_name) for v in l.variables]
