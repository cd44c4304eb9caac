# belief: what-is-named-is-open
# passes: visible
def freeze_all_but(model, names):
    def visit(m):
        if not m.trainable:
            m.trainable = True
        for layer in m.layers:
            if hasattr(layer, "layers"):
                visit(layer)
            elif layer.name not in names:
                layer.trainable = False

    visit(model)
