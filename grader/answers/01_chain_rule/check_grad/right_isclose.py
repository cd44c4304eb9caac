def check_grad(f, g, x):
    a = np.array(g(x), dtype=np.float64)
    if np.shape(a) != np.shape(x):
        return False
    h = 1e-4
    n = []
    for i in range(len(x)):
        up, down = x.copy(), x.copy()
        up[i] += h
        down[i] -= h
        n.append((f(up) - f(down)) / (2 * h))
    return np.allclose(a, n, rtol=5e-3, atol=0)
