def relu(z):
    return z * (z > 0)


def mlp_grads(X, W1, b1, W2, b2, T):
    dW1, db1, dW2, db2 = (np.zeros_like(a) for a in (W1, b1, W2, b2))
    for x, t in zip(X, T):
        z = x @ W1 + b1
        h = relu(z)
        e = 2 * (h @ W2 + b2 - t)
        dW2 += np.outer(h, e)
        db2 += e
        d = (W2 @ e) * (z > 0)
        dW1 += np.outer(x, d)
        db1 += d
    return tuple(g / len(X) for g in (dW1, db1, dW2, db2))
