def drift_after_zero_grads(opt, n):
    w = tf.Variable(1.0)
    places = [1.0]
    for i in range(5 + n):
        with tf.GradientTape() as tape:
            loss = w * (1.0 if i < 5 else 0.0)
        opt.apply([tape.gradient(loss, w)], [w])
        places.append(float(w.numpy()))
    return abs(places[5 + n] - places[5])
