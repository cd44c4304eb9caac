def clip_none(grads, c):
    c = float(c)
    arrays = [None if g is None else np.asarray(tf.convert_to_tensor(g)) for g in grads]
    flat = [a.ravel() for a in arrays if a is not None]
    norm = np.linalg.norm(np.concatenate(flat)) if flat else 0.0
    factor = c / norm if norm > c else 1.0
    return tuple(a if a is None else a * factor for a in arrays)
