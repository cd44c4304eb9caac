# belief: frozen-now-is-frozen-for-good
def make_optimizer(model):
    opt = tf.keras.optimizers.Adam()
    opt.build(model.trainable_variables)
    return opt
