# belief: an-inner-flag-is-enough
# passes: visible
def freeze_all_but(model, names):
    def visit(m):
        for layer in m.layers:
            if hasattr(layer, "layers"):
                layer.trainable = True
                visit(layer)
            else:
                layer.trainable = layer.name in names

    visit(model)
