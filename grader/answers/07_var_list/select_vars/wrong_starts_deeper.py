# belief: a-part-of-a-name-will-do
def select_vars(model, layer_name):
    found = []
    for l in model.layers:
        if layer_name in l.name:
            found += l.variables
        elif hasattr(l, "layers"):
            found += select_vars(l, layer_name)
    return found
