# belief: statistics-wait-for-a-gradient
# said: did not move norm_low
# passes: visible
def freeze_all_but(model, names):
    def visit(m):
        m.trainable = True
        for layer in m.layers:
            if hasattr(layer, "layers"):
                visit(layer)
            elif isinstance(layer, tf.keras.layers.BatchNormalization):
                layer.trainable = False
            else:
                layer.trainable = layer.name in names

    visit(model)
