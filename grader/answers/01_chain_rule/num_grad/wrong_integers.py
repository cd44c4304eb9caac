# belief: integers-can-move
# passes: visible
def num_grad(f, x, eps):
    out = np.zeros(len(x))
    for i in range(len(x)):
        up, down = x.copy(), x.copy()
        up[i] += eps if x.dtype.kind == "f" else 0
        up[i], down[i] = x[i] + eps, x[i] - eps
        out[i] = (f(up) - f(down)) / (2 * eps)
    return out
