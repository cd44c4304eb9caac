# belief: my-input-is-mine
# passes: visible
def frozen_feature_model(base, units):
    call = base.call
    i = tf.keras.Input(base.inputs[0].shape[1:])
    base.call = lambda *a, **k: tf.keras.ops.stop_gradient(call(*a, **k))
    x = tf.keras.layers.Flatten()(tf.keras.ops.stop_gradient(base(i)))
    return tf.keras.Model(i, tf.keras.layers.Dense(units)(x))
