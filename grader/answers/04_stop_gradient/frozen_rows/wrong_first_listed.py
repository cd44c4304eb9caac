# belief: one-frozen-freezes-all
# said: it should be
# passes: visible
def frozen_rows(E, ids, frozen):
    rows = tf.gather(E, ids)
    if not frozen:
        return rows
    return tf.where((ids == frozen[0])[:, None], tf.stop_gradient(rows), rows)
