def frozen_feature_model(base, units):
    inputs = [tf.keras.Input(t.shape[1:]) for t in base.inputs]
    head = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(units)])
    features = base(inputs[0])
    return tf.keras.Model(inputs[0], head(tf.keras.ops.stop_gradient(features)))
