# belief: all-entries-step-together
def num_grad(f, x, eps):
    x = np.asarray(x, dtype=np.float64)
    return np.full(x.shape, (f(x + eps) - f(x - eps)) / (2 * eps))
