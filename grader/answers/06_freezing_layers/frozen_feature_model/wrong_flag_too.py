# belief: flags-are-mine-to-set
# passes: visible
def frozen_feature_model(base, units):
    base.trainable = False
    i = tf.keras.Input(base.inputs[0].shape[1:])
    x = tf.keras.layers.Flatten()(tf.keras.ops.stop_gradient(base(i)))
    return tf.keras.Model(i, tf.keras.layers.Dense(units)(x))
