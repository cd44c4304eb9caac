# belief: cutting-the-input-is-enough
# said: A gradient arrives at the base
def frozen_feature_model(base, units):
    i = tf.keras.Input(base.inputs[0].shape[1:])
    x = tf.keras.layers.Flatten()(base(tf.keras.ops.stop_gradient(i)))
    return tf.keras.Model(i, tf.keras.layers.Dense(units)(x))
