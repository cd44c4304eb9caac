def num_grad(f, x, eps):
    work = np.array(x, dtype=np.float64, copy=True)
    out = np.zeros(work.shape)
    for i in range(len(work)):
        old = work[i]
        work[i] = old + eps
        up = f(work)
        work[i] = old - eps
        down = f(work)
        work[i] = old
        out[i] = (up - down) / (2.0 * eps)
    return out
