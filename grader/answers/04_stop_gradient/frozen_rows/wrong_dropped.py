# belief: one-frozen-freezes-all
# said: has shape
def frozen_rows(E, ids, frozen):
    ids = np.asarray(ids)
    return tf.gather(E, ids[~np.isin(ids, frozen)])
