# belief: j-times-v
# said: called f
# passes: visible
def vjp(f, x, v):
    x, v = np.asarray(x, np.float32), np.asarray(v)
    out = []
    for i in range(len(x)):
        e = np.zeros_like(x)
        e[i] = 1e-2
        out.append(float(np.sum(v * (np.asarray(f(tf.constant(x + e))) - np.asarray(f(tf.constant(x - e))))) / 2e-2))
    return np.array(out, np.float32)
