def mlp_grads(X, W1, b1, W2, b2, T):
    N, D = X.shape
    H, K = W2.shape
    Z = X @ W1 + b1
    A = Z * (Z > 0)
    dY = 2 / N * (A.dot(W2) + b2 - T)
    dZ = np.inner(dY, W2) * (Z > 0)
    dW1 = np.array([[X[:, i] @ dZ[:, j] for j in range(H)] for i in range(D)])
    dW2 = np.array([[np.vdot(A[:, j], dY[:, k]) for k in range(K)] for j in range(H)])
    return dW1, np.ones(N) @ dZ, dW2, np.ones(N) @ dY
