# belief: j-times-v
# said: called f
# passes: visible
def vjp(f, x, v):
    x = tf.convert_to_tensor(x)
    out = []
    for i in range(len(x)):
        with tf.autodiff.ForwardAccumulator(x, tf.one_hot(i, len(x))) as forward:
            y = f(x)
        out.append(tf.reduce_sum(forward.jvp(y) * v))
    return tf.stack(out)
