def select_vars(model, layer_name):
    def table(m):
        out = {}
        for layer in m.layers:
            out[layer.name] = layer
            if hasattr(layer, "layers"):
                out.update(table(layer))
        return out

    layer = table(model).get(layer_name)
    print(layer)
    return () if layer is None else tuple(layer.trainable_weights + layer.non_trainable_weights)
