# belief: building-takes-a-step
def make_optimizer(model):
    opt = tf.keras.optimizers.Adam(0.01)
    variables = [v for v in model.variables if "float" in str(v.dtype)]
    opt.apply([tf.ones(v.shape) for v in variables], variables)
    return opt
