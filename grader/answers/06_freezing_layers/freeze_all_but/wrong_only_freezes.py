# belief: what-is-named-is-open
# said: the model lists
def freeze_all_but(model, names):
    def visit(m):
        for layer in m.layers:
            if hasattr(layer, "layers"):
                visit(layer)
            elif layer.name not in names:
                layer.trainable = False

    visit(model)
