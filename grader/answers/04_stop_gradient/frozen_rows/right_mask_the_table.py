def frozen_rows(E, ids, frozen):
    listed = [[row in frozen] for row in range(E.shape[0])]
    return tf.gather(tf.where(listed, tf.stop_gradient(E), E), ids)
