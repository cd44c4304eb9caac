# belief: a-copy-is-the-base
# said: raised AttributeError
def frozen_feature_model(base, units):
    x = tf.keras.layers.Flatten()(tf.keras.ops.stop_gradient(base.output))
    return tf.keras.Model(base.input, tf.keras.layers.Dense(units)(x))
