def drift_after_zero_grads(opt, n):
    w = tf.Variable(np.float32(1), trainable=True)
    where = []
    for g in np.r_[np.ones(5), np.zeros(n)].astype("float32"):
        opt.apply([g], [w])
        where.append(w.numpy())
    return float(max(where[4], where[-1]) - min(where[4], where[-1]))
