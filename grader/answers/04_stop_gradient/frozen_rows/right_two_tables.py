def frozen_rows(E, ids, frozen):
    both = tf.concat([tf.convert_to_tensor(E), tf.stop_gradient(E)], axis=0)
    rows = E.shape[0]
    shift = tf.constant([rows if r in set(frozen) else 0 for r in range(rows)], dtype=ids.dtype)
    return tf.gather(both, ids + tf.gather(shift, ids))
