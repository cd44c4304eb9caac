# belief: local-slopes-are-enough
# said: it should be
def mlp_grads(X, W1, b1, W2, b2, T):
    Z = X @ W1 + b1
    H = np.maximum(Z, 0)
    dY = 2 * (H @ W2 + b2 - T) / len(X)
    dZ = np.ones_like(dY) @ W2.T * (Z > 0)
    return X.T @ dZ, dZ.sum(0), H.T @ dY, dY.sum(0)
