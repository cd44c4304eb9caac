# belief: a-stop-at-the-end
# passes: visible
def frozen_feature_model(base, units):
    i = tf.keras.Input(base.inputs[0].shape[1:])
    x = tf.keras.layers.Dense(units)(tf.keras.layers.Flatten()(base(i)))
    return tf.keras.Model(i, tf.keras.ops.stop_gradient(x))
