# belief: a-norm-is-never-zero
# passes: visible
def clip_none(grads, c):
    if all(g is None for g in grads):
        return list(grads)
    norm = tf.linalg.global_norm([g for g in grads if g is not None])
    scale = c / norm if norm < 1e-30 or norm > c else 1.0
    return [None if g is None else tf.convert_to_tensor(g) * scale for g in grads]
