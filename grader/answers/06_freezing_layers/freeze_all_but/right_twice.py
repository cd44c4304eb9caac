def freeze_all_but(model, names):
    def walk(m, action):
        action(m)
        for layer in getattr(m, "layers", []):
            walk(layer, action)

    def open_it(layer):
        layer.trainable = True

    def close_it(layer):
        if not hasattr(layer, "layers") and layer.name not in names:
            layer.trainable = False

    walk(model, open_it)
    walk(model, close_it)
