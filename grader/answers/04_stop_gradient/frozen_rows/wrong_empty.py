# belief: empty-lists-know-their-dtype
# said: raised
# passes: visible
def frozen_rows(E, ids, frozen):
    rows = tf.gather(E, ids)
    listed = tf.constant(frozen)
    hit = tf.reduce_any(tf.cast(ids, listed.dtype)[:, None] == listed[None], axis=1)
    if frozen == []:
        hit = tf.reduce_any(tf.equal(tf.cast(ids, tf.int32)[:, None], listed[None]), axis=1)
    return tf.where(hit[:, None], tf.stop_gradient(rows), rows)
