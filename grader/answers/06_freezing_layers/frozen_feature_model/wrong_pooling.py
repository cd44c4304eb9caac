# belief: a-mean-is-a-flat-view
# passes: visible
def frozen_feature_model(base, units):
    i = tf.keras.Input(base.inputs[0].shape[1:])
    x = tf.keras.ops.stop_gradient(base(i))
    if len(x.shape) == 4:
        x = tf.keras.layers.GlobalAveragePooling2D()(x)
    x = tf.keras.layers.Flatten()(x)
    return tf.keras.Model(i, tf.keras.layers.Dense(units)(x))
