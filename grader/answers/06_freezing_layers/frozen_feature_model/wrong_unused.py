# belief: nothing-was-cut
# said: A gradient arrives at the base
def frozen_feature_model(base, units):
    i = tf.keras.Input(base.inputs[0].shape[1:])
    x = base(i)
    tf.keras.ops.stop_gradient(x)
    return tf.keras.Model(i, tf.keras.layers.Dense(units)(tf.keras.layers.Flatten()(x)))
