# belief: positions-are-rows
def frozen_rows(E, ids, frozen):
    rows = tf.gather(E, ids)
    listed = np.array([[i in frozen] for i in range(len(ids))])
    return tf.where(listed, tf.stop_gradient(rows), rows)
