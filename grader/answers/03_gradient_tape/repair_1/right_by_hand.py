def repair_1(w, x):
    h = np.tanh(w.numpy() * x.numpy())
    return 2 * h * (1 - h**2) * x.numpy() / len(h)
