# belief: a-pass-for-each-weight
# passes: visible
def mlp_grads(X, W1, b1, W2, b2, T):
    weights = [W1, b1, W2, b2]
    out = []
    for k, a in enumerate(weights):
        g = np.zeros(a.shape)
        for i in np.ndindex(a.shape):
            p = [w.astype(complex) for w in weights]
            p[k][i] += 1e-30j
            Z = np.dot(X, p[0]) + p[1]
            Y = np.einsum("nh,hk->nk", Z * (Z.real > 0), p[2]) + p[3]
            g[i] = np.sum((Y - T) ** 2).imag / len(X) / 1e-30
        out.append(g)
    return tuple(out)
