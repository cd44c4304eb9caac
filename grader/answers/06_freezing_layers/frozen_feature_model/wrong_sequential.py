# belief: an-own-layer-is-known
# said: must be a functional one
@tf.keras.utils.register_keras_serializable(package="mine")
class Cut(tf.keras.layers.Layer):
    def call(self, x):
        return tf.stop_gradient(x)


def frozen_feature_model(base, units):
    flat, dense = tf.keras.layers.Flatten(), tf.keras.layers.Dense(units)
    return tf.keras.Sequential([tf.keras.Input(base.inputs[0].shape[1:]), base, Cut(), flat, dense])
