def mlp_grads(X, W1, b1, W2, b2, T):
    ones = np.ones((X.shape[0], 1))
    A1 = np.hstack([X, ones])
    Z = A1 @ np.vstack([W1, b1])
    A2 = np.hstack([np.where(Z > 0, Z, 0.0), ones])
    E = A2 @ np.vstack([W2, b2]) - T
    G2 = 2 * A2.T @ E / X.shape[0]
    G1 = A1.T @ ((2 * E @ W2.T / X.shape[0]) * np.heaviside(Z, 0))
    return G1[:-1], G1[-1], G2[:-1], G2[-1]
