# belief: an-own-layer-is-known
# passes: visible
class StopLayer(tf.keras.layers.Layer):
    def call(self, x):
        return tf.stop_gradient(x)


def frozen_feature_model(base, units):
    i = tf.keras.Input(base.inputs[0].shape[1:])
    x = tf.keras.layers.Flatten()(StopLayer()(base(i)))
    return tf.keras.Model(i, tf.keras.layers.Dense(units)(x))
