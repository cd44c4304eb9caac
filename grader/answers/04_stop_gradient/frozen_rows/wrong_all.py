# belief: one-frozen-freezes-all
def frozen_rows(E, ids, frozen):
    if frozen:
        E = tf.stop_gradient(E)
    return tf.gather(E, ids)
