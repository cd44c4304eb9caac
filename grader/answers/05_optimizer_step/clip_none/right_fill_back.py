def clip_none(grads, c):
    present = {i: g for i, g in enumerate(grads) if g is not None}
    if not present:
        return [None] * len(grads)
    clipped, _ = tf.clip_by_global_norm(list(present.values()), c)
    back = dict(zip(present, clipped))
    return [back.get(i) for i in range(len(grads))]
