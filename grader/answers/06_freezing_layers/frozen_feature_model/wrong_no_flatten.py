# belief: a-mean-is-a-flat-view
# said: not (5, 3)
def frozen_feature_model(base, units):
    i = tf.keras.Input(base.inputs[0].shape[1:])
    return tf.keras.Model(i, tf.keras.layers.Dense(units)(tf.keras.ops.stop_gradient(base(i))))
