def freeze_all_but(model, names):
    def visit(m):
        m.trainable = True
        found = False
        for layer in m.layers:
            if hasattr(layer, "layers"):
                found = visit(layer) or found
            else:
                layer.trainable = layer.name in names
                found = found or layer.trainable
        if not found:
            m.trainable = False
        return found

    visit(model)
