# belief: one-level-is-enough
# said: A gradient still flows
# passes: visible
def stop_tree(tree, depth=2):
    if tf.is_tensor(tree):
        return tf.stop_gradient(tree)
    if depth == 0:
        return tree
    if isinstance(tree, dict):
        return {key: stop_tree(leaf, depth - 1) for key, leaf in tree.items()}
    return type(tree)(stop_tree(leaf, depth - 1) for leaf in tree)
