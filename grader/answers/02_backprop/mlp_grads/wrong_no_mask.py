# belief: activations-pass-everything
def mlp_grads(X, W1, b1, W2, b2, T):
    H = np.maximum(X @ W1 + b1, 0)
    dY = 2 * (H @ W2 + b2 - T) / len(X)
    dH = dY @ W2.T
    return X.T @ dH, dH.sum(0), H.T @ dY, dY.sum(0)
