# belief: clipping-always-scales
# passes: visible
def clip_none(grads, c):
    if all(g is None for g in grads):
        return list(grads)
    norm = tf.linalg.global_norm([g for g in grads if g is not None])
    if norm == 0:
        return list(grads)
    return [None if g is None else tf.convert_to_tensor(g) * c / norm for g in grads]
