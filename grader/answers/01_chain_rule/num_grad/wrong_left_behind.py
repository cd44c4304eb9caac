# belief: steps-undo-themselves
# said: it should be
def num_grad(f, x, eps):
    x = np.array(x, dtype=np.float64)
    out = np.zeros_like(x)
    for i in range(x.size):
        x[i] += eps
        up = f(x)
        x[i] -= 2 * eps
        out[i] = (up - f(x)) / (2 * eps)
    return out
