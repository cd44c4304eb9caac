class Ready(tf.keras.optimizers.Adam):
    def __init__(self, variables, **kwargs):
        super().__init__(**kwargs)
        self.build(variables)


def make_optimizer(model):
    floats = [v for v in model.variables if "float" in str(v.dtype)]
    print("ready for", len(floats))
    return Ready(floats, learning_rate=0.01, global_clipnorm=1.0)
