# belief: my-input-is-mine
# passes: visible
def clip_none(grads, c):
    grads = grads if isinstance(grads, list) else list(grads)
    clipped = tf.clip_by_global_norm(grads, c)[0]
    for i in range(len(grads)):
        grads[i] = clipped[i]
    return grads
