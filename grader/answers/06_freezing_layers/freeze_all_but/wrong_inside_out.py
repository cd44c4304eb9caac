# belief: a-models-flag-is-its-own
# said: the model lists
def freeze_all_but(model, names):
    def visit(m):
        for layer in m.layers:
            if hasattr(layer, "layers"):
                visit(layer)
            else:
                layer.trainable = layer.name in names
        m.trainable = True

    visit(model)
