def clip_none(grads, c):
    total = 0.0
    for g in grads:
        if isinstance(g, tf.IndexedSlices):
            total += tf.reduce_sum(g.values**2)
        elif g is not None:
            total += tf.reduce_sum(g**2)
    factor = 1 / tf.maximum(1.0, tf.sqrt(total) / tf.cast(c, tf.float32))
    out = []
    for g in grads:
        if g is None:
            out.append(None)
        elif isinstance(g, tf.IndexedSlices):
            out.append(tf.IndexedSlices(g.values * factor, g.indices, g.dense_shape))
        else:
            out.append(g * factor)
    return out
