# belief: my-input-is-mine
def stop_tree(tree):
    if isinstance(tree, dict):
        for key in tree:
            tree[key] = stop_tree(tree[key])
        return tree
    if isinstance(tree, list):
        tree[:] = [stop_tree(branch) for branch in tree]
        return tree
    if isinstance(tree, tuple):
        return tuple(stop_tree(branch) for branch in tree)
    return tf.stop_gradient(tree)
