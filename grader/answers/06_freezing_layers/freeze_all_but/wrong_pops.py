# belief: my-input-is-mine
# passes: visible
def freeze_all_but(model, names):
    def visit(m):
        m.trainable = True
        for layer in m.layers:
            if hasattr(layer, "layers"):
                visit(layer)
            else:
                layer.trainable = layer.name in wanted

    wanted = set()
    while names:
        wanted.add(names.pop())
    visit(model)
