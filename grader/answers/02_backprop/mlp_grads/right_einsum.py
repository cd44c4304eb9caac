def mlp_grads(X, W1, b1, W2, b2, T):
    n = T.shape[0]
    z = np.einsum("nd,dh->nh", X, W1) + b1
    h = z.clip(min=0)
    y = np.einsum("nh,hk->nk", h, W2) + b2
    dy = (y - T) * (2.0 / n)
    dz = np.einsum("nk,hk->nh", dy, W2)
    dz[z <= 0] = 0.0
    return [
        np.einsum("nd,nh->dh", X, dz),
        np.einsum("nh->h", dz),
        np.einsum("nh,nk->hk", h, dy),
        np.einsum("nk->k", dy),
    ]
