# belief: equal-values-are-one
# passes: visible
def drop_frozen(grads_and_vars, frozen):
    def same(a, b):
        if a.shape == () or a.shape != b.shape:
            return a is b
        return bool(tf.reduce_all(tf.convert_to_tensor(a) == tf.convert_to_tensor(b)))

    return [(g, v) for g, v in grads_and_vars if not any(same(v, f) for f in frozen)]
