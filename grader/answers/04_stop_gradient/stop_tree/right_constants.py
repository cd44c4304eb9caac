def stop_tree(tree):
    if tf.is_tensor(tree):
        return tf.constant(tree.numpy())
    if isinstance(tree, dict):
        new = {}
        for key in sorted(tree):
            new[key] = stop_tree(tree[key])
        return new
    new = []
    for branch in tree:
        new.append(stop_tree(branch))
    return tuple(new) if isinstance(tree, tuple) else new
