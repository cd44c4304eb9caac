def per_example_grads(w, X, y):
    w, X, y = (np.asarray(a) for a in (w, X, y))
    return np.array([2 * (x @ w - t) * x for x, t in zip(X, y)])
