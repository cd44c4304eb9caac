# belief: the-share-has-no-slope
def repair_2(w, x, average):
    average.assign(0.75 * average + 0.25 * tf.reduce_sum(w * x))
    return 2 * average * x
