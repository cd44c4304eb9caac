def drift_after_zero_grads(opt, n):
    opt = type(opt).from_config(opt.get_config())
    w = tf.Variable(1.0)
    [opt.apply([tf.ones_like(w)], [w]) for _ in range(5)]
    a = w.numpy()
    [opt.apply([tf.zeros_like(w)], [w]) for _ in range(n)]
    return float(np.linalg.norm(w.numpy() - a))
