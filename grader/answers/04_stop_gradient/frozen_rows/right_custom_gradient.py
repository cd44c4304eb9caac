def frozen_rows(E, ids, frozen):
    keep = tf.constant([[0.0 if r in frozen else 1.0] for r in range(E.shape[0])])

    @tf.custom_gradient
    def mask(rows):
        return tf.identity(rows), lambda up: up * tf.gather(keep, ids)

    return mask(tf.gather(E, ids))
