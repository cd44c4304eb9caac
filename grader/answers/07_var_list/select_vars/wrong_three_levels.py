# belief: layers-lie-on-top
# passes: visible
def select_vars(model, layer_name):
    for a in model.layers:
        if a.name == layer_name:
            return a.variables
        for b in getattr(a, "layers", []):
            if b.name == layer_name:
                return b.variables
            for c in getattr(b, "layers", []):
                if c.name == layer_name:
                    return c.variables
    return []
