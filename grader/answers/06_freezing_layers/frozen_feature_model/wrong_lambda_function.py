# belief: a-lambda-loads-again
# passes: visible
def frozen_feature_model(base, units):
    i = tf.keras.Input(base.inputs[0].shape[1:])
    x = tf.keras.layers.Lambda(tf.stop_gradient)(base(i))
    x = tf.keras.layers.Flatten()(x)
    return tf.keras.Model(i, tf.keras.layers.Dense(units)(x))
