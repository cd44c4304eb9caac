# belief: once-is-enough
# passes: visible
known = {}


def select_vars(model, layer_name):
    def walk(m):
        for l in m.layers:
            yield l
            if hasattr(l, "layers"):
                yield from walk(l)

    if layer_name not in known:
        known[layer_name] = next((l.variables for l in walk(model) if l.name == layer_name), [])
    return known[layer_name]
