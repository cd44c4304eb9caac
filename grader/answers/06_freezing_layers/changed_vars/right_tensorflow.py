def changed_vars(before, after, names):
    changed = set()
    for b, a, n in zip(before, after, names):
        if bool(tf.reduce_any(tf.bitcast(b, tf.int32) != tf.bitcast(a, tf.int32))):
            changed |= {n}
    return changed
