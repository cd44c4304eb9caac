# belief: my-input-is-mine
# passes: visible
def num_grad(f, x, eps):
    if x.dtype != np.float64:
        x = x.astype(np.float64)
    out = np.zeros(len(x))
    for i in range(len(x)):
        x[i] += eps
        up = f(x)
        x[i] -= 2 * eps
        down = f(x)
        x[i] += eps
        out[i] = (up - down) / (2 * eps)
    return out
