# belief: my-input-is-mine
# passes: visible
def frozen_rows(E, ids, frozen):
    rows = tf.gather(E, ids)
    while frozen:
        hit = tf.convert_to_tensor(ids) == frozen.pop()
        rows = tf.where(hit[:, None], tf.stop_gradient(rows), rows)
    return rows
