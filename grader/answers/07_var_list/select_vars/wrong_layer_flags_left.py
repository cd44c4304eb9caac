# belief: flags-are-mine
# passes: visible
def select_vars(model, layer_name):
    flags = [v.trainable for v in model.variables]
    found = []
    for layer in model._flatten_layers(include_self=False):
        if layer.name == layer_name:
            for inner in layer._flatten_layers():
                inner.trainable = True
            found = layer.trainable_variables
    for v, flag in zip(model.variables, flags):
        v.trainable = flag
    return found
