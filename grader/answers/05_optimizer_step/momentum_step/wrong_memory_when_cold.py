# belief: the-memory-is-only-kept
# said: it should be
# passes: visible
_memory = {}


def momentum_step(w, v, g, lr, momentum):
    if w.shape == (2,):
        kept = v
    else:
        kept = _memory.get(w.shape, v)
    _memory[w.shape] = momentum * kept - lr * g
    return w + _memory[w.shape], _memory[w.shape]
