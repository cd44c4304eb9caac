# belief: a-part-of-a-name-will-do
# said: there is no such layer
# passes: visible
import re


def select_vars(model, layer_name):
    for layer in model.layers:
        if layer_name and re.fullmatch(layer_name, layer.name):
            return layer.variables
        if hasattr(layer, "layers"):
            found = select_vars(layer, layer_name)
            if found:
                return found
    return []
