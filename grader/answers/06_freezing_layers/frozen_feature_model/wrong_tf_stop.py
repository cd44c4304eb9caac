# belief: nothing-was-cut
# said: raised ValueError: A KerasTensor
def frozen_feature_model(base, units):
    x = tf.stop_gradient(base.outputs[0])
    x = tf.keras.layers.Flatten()(x)
    return tf.keras.Model(base.inputs, tf.keras.layers.Dense(units)(x))
