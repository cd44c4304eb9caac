def frozen_rows(E, ids, frozen):
    rows = tf.gather(E, ids)
    for row in frozen:
        hit = tf.equal(ids, row)
        rows = tf.where(hit[:, None], tf.stop_gradient(rows), rows)
    return rows
