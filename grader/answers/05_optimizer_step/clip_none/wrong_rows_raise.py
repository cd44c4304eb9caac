# belief: rows-do-not-count
# said: raised TypeError
# passes: visible
def clip_none(grads, c):
    if all(g is None for g in grads):
        return list(grads)
    norm = tf.linalg.global_norm([g for g in grads if g is not None])
    return [None if g is None else g * c / norm for g in grads] if norm > c else list(grads)
