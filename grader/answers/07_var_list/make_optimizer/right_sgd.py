def make_optimizer(model):
    o = tf.keras.optimizers.SGD(learning_rate=0.1, momentum=0.9)
    o.build(model.weights)
    return o
