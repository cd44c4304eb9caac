# belief: any-start-will-do
# said: it should be
def drift_after_zero_grads(opt, n):
    lr, m = float(opt.learning_rate), getattr(opt, "momentum", 0.0)
    v = lr * sum(m**i for i in range(5))
    return sum(v * m**i for i in range(1, n + 1))
