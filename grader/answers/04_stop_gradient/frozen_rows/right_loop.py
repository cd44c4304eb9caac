def frozen_rows(E, ids, frozen):
    rows = []
    for i in np.asarray(ids):
        row = E[int(i)]
        rows.append(tf.stop_gradient(row) if i in frozen else row)
    return tf.stack(rows)
