# belief: an-inner-flag-is-enough
def freeze_all_but(model, names):
    def leaves(m):
        for layer in m.layers:
            yield from leaves(layer) if hasattr(layer, "layers") else [layer]

    model.trainable = False
    for leaf in leaves(model):
        if leaf.name in names:
            leaf.trainable = True
