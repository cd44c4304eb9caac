# belief: frozen-means-zero
def frozen_rows(E, ids, frozen):
    keep = tf.constant([[0.0 if r in frozen else 1.0] for r in range(E.shape[0])])
    return tf.gather(E * keep, ids)
