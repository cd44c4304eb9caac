import keras


def frozen_feature_model(base, units):
    i = keras.Input(base.inputs[0].shape[1:], dtype=base.inputs[0].dtype)
    flat = keras.ops.reshape(base(i, training=False), (-1, int(np.prod(base.outputs[0].shape[1:]))))
    return keras.Model(i, keras.layers.Dense(units)(keras.ops.stop_gradient(flat)))
