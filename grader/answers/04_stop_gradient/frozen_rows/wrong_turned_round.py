# belief: the-mask-is-turned-round
def frozen_rows(E, ids, frozen):
    rows = tf.gather(E, ids)
    hit = np.isin(np.asarray(ids), frozen)[:, None]
    return tf.where(hit, rows, tf.stop_gradient(rows))
