# belief: scores-add-up-to-one
# passes: visible
def frozen_feature_model(base, units):
    i = tf.keras.Input(base.inputs[0].shape[1:])
    x = tf.keras.layers.Flatten()(tf.keras.ops.stop_gradient(base(i)))
    return tf.keras.Model(i, tf.keras.layers.Dense(units, activation="softmax")(x))
