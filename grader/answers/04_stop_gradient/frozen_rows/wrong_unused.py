# belief: nothing-was-cut
def frozen_rows(E, ids, frozen):
    tf.stop_gradient(tf.gather(E, np.array(frozen, dtype=int)))
    return tf.gather(E, ids)
