# belief: frozen-now-is-frozen-for-good
def make_optimizer(model):
    opt = tf.keras.optimizers.SGD(0.1, momentum=0.9)
    opt.build([v for layer in model.layers for v in layer.trainable_weights])
    return opt
