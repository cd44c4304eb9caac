# belief: rows-are-used-once
def frozen_rows(E, ids, frozen):
    rows, seen = [], set(frozen)
    for i in np.asarray(ids).tolist():
        rows.append(tf.stop_gradient(E[i]) if i in seen else E[i])
        seen.add(i)
    return tf.stack(rows)
