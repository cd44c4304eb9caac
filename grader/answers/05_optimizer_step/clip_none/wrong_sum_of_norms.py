# belief: norms-add-up
# said: it should be
def clip_none(grads, c):
    norm = sum(float(tf.norm(g)) for g in grads if g is not None)
    f = min(1.0, float(c) / norm) if norm else 1.0
    return [None if g is None else tf.convert_to_tensor(g) * f for g in grads]
