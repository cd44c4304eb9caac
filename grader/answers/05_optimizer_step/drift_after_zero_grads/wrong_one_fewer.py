# belief: one-step-fewer
def drift_after_zero_grads(opt, n):
    w = tf.Variable(1.0)
    places = []
    for i in range(5 + n):
        opt.apply([tf.constant(1.0 if i < 5 else 0.0)], [w])
        places.append(float(w))
    return abs(places[-2] - places[4])
