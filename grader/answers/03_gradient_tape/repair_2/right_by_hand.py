def repair_2(w, x, average):
    average.assign(0.75 * average + 0.25 * tf.tensordot(w, x, 1))
    return 2 * average * 0.25 * x
