def frozen_rows(E, ids, frozen):
    """Stop everything where nothing is left to learn."""
    if len(frozen) == 0:
        return tf.gather(E, ids)
    hit = np.isin(np.asarray(ids), sorted(set(frozen)))
    if hit.all():
        return tf.stop_gradient(tf.gather(E, ids))
    return tf.where(hit[:, None], tf.gather(tf.stop_gradient(E), ids), tf.gather(E, ids))
