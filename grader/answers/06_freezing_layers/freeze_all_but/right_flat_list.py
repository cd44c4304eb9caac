def freeze_all_but(model, names):
    def leaves(m):
        out = []
        for layer in m.layers:
            out += leaves(layer) if hasattr(layer, "layers") else [layer]
        return out

    model.trainable = False
    model.trainable = True
    for leaf in leaves(model):
        leaf.trainable = leaf.name in set(names)
