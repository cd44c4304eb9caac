def frozen_rows(E, ids, frozen):
    rows = tf.gather(E, ids)
    keep = np.ones(E.shape[0], np.float32)
    keep[np.array(frozen, dtype=int)] = 0.0
    m = tf.gather(keep, ids)[:, tf.newaxis]
    return m * rows + (1 - m) * tf.stop_gradient(rows)
