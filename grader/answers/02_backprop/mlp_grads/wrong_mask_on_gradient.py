# belief: the-switch-looks-at-the-gradient
def mlp_grads(X, W1, b1, W2, b2, T):
    H = np.maximum(X @ W1 + b1, 0)
    dY = 2 * (H @ W2 + b2 - T) / len(X)
    dZ = np.maximum(dY @ W2.T, 0)
    return X.T @ dZ, dZ.sum(0), H.T @ dY, dY.sum(0)
