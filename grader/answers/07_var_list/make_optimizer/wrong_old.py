# belief: the-first-list-decides
# said: which is no Keras optimizer
def make_optimizer(model):
    return tf.compat.v1.train.AdamOptimizer(0.001)
