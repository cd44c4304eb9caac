# belief: the-first-list-decides
def make_optimizer(model):
    return tf.keras.optimizers.Adam(0.001)
