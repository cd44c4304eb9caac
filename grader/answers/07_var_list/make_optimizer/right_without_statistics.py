def make_optimizer(model):
    wanted = []
    for v in model.variables:
        if v.path.split("/")[-1] not in ("moving_mean", "moving_variance", "seed_generator_state"):
            wanted.append(v)
    optimizer = tf.keras.optimizers.AdamW(weight_decay=0.01)
    with tf.init_scope():
        optimizer.build(wanted)
    return optimizer
