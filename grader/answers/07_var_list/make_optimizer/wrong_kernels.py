# belief: frozen-now-is-frozen-for-good
# said: opt refused the variables of head
def make_optimizer(model):
    opt = tf.keras.optimizers.Adam()
    opt.build([v for v in model.variables if v.name == "kernel"])
    return opt
