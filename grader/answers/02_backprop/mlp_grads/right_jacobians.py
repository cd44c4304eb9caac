def mlp_grads(X, W1, b1, W2, b2, T):
    """Each step's whole Jacobian as a matrix, and the product of all of them."""
    N, D = X.shape
    H, K = W2.shape
    Z = X @ W1 + b1
    A = np.maximum(Z, 0)
    slope = (2 * (A @ W2 + b2 - T) / N).reshape(1, N * K)
    Y_by_A = np.kron(np.eye(N), W2.T)
    A_by_Z = np.diag((Z > 0).astype(float).ravel())
    Z_by_W1 = np.kron(X, np.eye(H))
    Z_by_b1 = np.tile(np.eye(H), (N, 1))
    to_Z = np.matmul(Y_by_A, A_by_Z)
    dW1 = slope @ (to_Z @ Z_by_W1)
    dW2 = slope @ np.kron(A, np.eye(K))
    return (
        dW1.reshape(D, H),
        (slope @ (to_Z @ Z_by_b1)).reshape(H),
        dW2.reshape(H, K),
        (slope @ np.tile(np.eye(K), (N, 1))).reshape(K),
    )
