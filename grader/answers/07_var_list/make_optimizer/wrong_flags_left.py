# belief: flags-are-mine
def make_optimizer(model):
    model.trainable = False
    model.trainable = True
    opt = tf.keras.optimizers.Adam()
    opt.build(model.trainable_variables)
    return opt
