# belief: an-own-layer-is-known
# said: must be a functional one
@tf.keras.utils.register_keras_serializable(package="mine")
class Frozen(tf.keras.Model):
    def __init__(self, base, units, **kwargs):
        super().__init__(**kwargs)
        self.base, self.units = base, units
        self.flat, self.dense = tf.keras.layers.Flatten(), tf.keras.layers.Dense(units)

    def call(self, x, training=False):
        return self.dense(self.flat(tf.stop_gradient(self.base(x, training=training))))

    def get_config(self):
        base = tf.keras.utils.serialize_keras_object(self.base)
        return {**super().get_config(), "base": base, "units": self.units}

    @classmethod
    def from_config(cls, config):
        base = tf.keras.utils.deserialize_keras_object(config.pop("base"))
        return cls(base, **config)


def frozen_feature_model(base, units):
    model = Frozen(base, units)
    model(tf.zeros((1, *base.inputs[0].shape[1:])))
    return model
