def repair_3(w, x, rate):
    w.assign_add(-2 * rate * (w * x - 1) * x)
    return 2 * (w * x - 1) * x
