# belief: a-name-is-what-it-contains
# passes: visible
def freeze_all_but(model, names):
    def visit(m):
        m.trainable = True
        for layer in m.layers:
            if hasattr(layer, "layers"):
                visit(layer)
            else:
                layer.trainable = any(name in layer.name for name in names)

    visit(model)
