def clip_none(grads, c):
    norm = tf.linalg.global_norm([g for g in grads if g is not None]) if any(
        g is not None for g in grads
    ) else tf.constant(0.0)
    if norm <= c:
        return list(grads)
    return [None if g is None else tf.convert_to_tensor(g) * (c / norm) for g in grads]
