def mlp_grads(X, W1, b1, W2, b2, T):
    X, W1, W2, T = (np.matrix(a) for a in (X, W1, W2, T))
    Z = X * W1 + b1
    H = np.maximum(Z, 0)
    G = 2 * (H * W2 + b2 - T) / len(X)
    S = np.multiply(G * W2.T, Z > 0)
    found = X.T * S, S.sum(axis=0), H.T * G, G.sum(axis=0)
    return [np.array(a).reshape(s) for a, s in zip(found, (W1.shape, -1, W2.shape, -1))]
