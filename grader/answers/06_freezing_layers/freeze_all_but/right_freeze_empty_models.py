def freeze_all_but(model, names):
    def visit(m):
        m.trainable = True
        any_open = False
        for layer in m.layers:
            if hasattr(layer, "layers"):
                visit(layer)
            else:
                layer.trainable = layer.name in names
    visit(model)
    if not names:
        model.trainable = False
