def one_slope(f, x, i, eps):
    a, b = x.copy(), x.copy()
    a[i] += eps
    b[i] -= eps
    return (f(a) - f(b)) / (a[i] - b[i])


def num_grad(f, x, eps):
    x = x.astype("float64")
    return [one_slope(f, x, i, eps) for i in range(x.shape[0])]
