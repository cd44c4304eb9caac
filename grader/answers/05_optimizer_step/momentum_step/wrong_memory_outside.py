# belief: the-memory-is-only-kept
_memory = {}


def momentum_step(w, v, g, lr, momentum):
    kept = _memory.get(w.shape, np.zeros_like(w))
    _memory[w.shape] = momentum * kept - lr * g
    return w + _memory[w.shape], _memory[w.shape]
