def mlp_grads(X, W1, b1, W2, b2, T):
    N, D = X.shape
    H, K = W2.shape
    g1, gb1, g2, gb2 = np.zeros((D, H)), np.zeros(H), np.zeros((H, K)), np.zeros(K)
    for n in range(N):
        z = [b1[j] + sum(X[n, i] * W1[i, j] for i in range(D)) for j in range(H)]
        h = [max(0.0, v) for v in z]
        for k in range(K):
            e = 2 * (b2[k] + sum(h[j] * W2[j, k] for j in range(H)) - T[n, k]) / N
            gb2[k] += e
            for j in range(H):
                g2[j, k] += e * h[j]
                if z[j] > 0:
                    gb1[j] += e * W2[j, k]
                    for i in range(D):
                        g1[i, j] += e * W2[j, k] * X[n, i]
    return g1, gb1, g2, gb2
