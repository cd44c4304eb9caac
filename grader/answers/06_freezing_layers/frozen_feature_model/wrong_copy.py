# belief: a-copy-is-the-base
def frozen_feature_model(base, units):
    copy = tf.keras.models.clone_model(base)
    i = tf.keras.Input(base.inputs[0].shape[1:])
    x = tf.keras.layers.Flatten()(tf.keras.ops.stop_gradient(copy(i)))
    return tf.keras.Model(i, tf.keras.layers.Dense(units)(x))
