# belief: statistics-wait-for-a-gradient
# passes: visible
def freeze_all_but(model, names):
    def visit(m):
        m.trainable = True
        for layer in m.layers:
            if hasattr(layer, "layers"):
                visit(layer)
            else:
                layer.trainable = True
                for v in layer.trainable_variables:
                    v.trainable = layer.name in names

    visit(model)
