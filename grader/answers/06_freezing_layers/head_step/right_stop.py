def head_step(base, head, x, y, opt):
    with tf.GradientTape() as tape:
        f = tf.stop_gradient(base(x, training=False))
        loss = tf.reduce_mean(tf.square(y - head(f, training=True)))
    grads = tape.gradient(loss, head.trainable_variables)
    opt.apply_gradients(zip(grads, head.trainable_variables))
    return loss.numpy()
