def frozen_feature_model(base, units):
    x = base.outputs[0]
    x = tf.keras.ops.stop_gradient(x)
    x = tf.keras.layers.Flatten()(x)
    return tf.keras.Model(base.inputs[0], tf.keras.layers.Dense(units)(x))
