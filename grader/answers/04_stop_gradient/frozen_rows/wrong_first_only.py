# belief: rows-are-used-once
# said: it should be
# passes: visible
def frozen_rows(E, ids, frozen):
    rows, left = [], set(frozen)
    for i in np.asarray(ids).tolist():
        rows.append(tf.stop_gradient(E[i]) if i in left else E[i])
        left.discard(i)
    return tf.stack(rows)
