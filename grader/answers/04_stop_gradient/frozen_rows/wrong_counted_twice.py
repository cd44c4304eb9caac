# belief: lists-have-no-repeats
# passes: visible
def frozen_rows(E, ids, frozen):
    listed = tf.reduce_sum(tf.one_hot(np.array(frozen, dtype=int), E.shape[0]), axis=0)[:, None]
    return tf.gather((1 - listed) * E + listed * tf.stop_gradient(E), ids)
