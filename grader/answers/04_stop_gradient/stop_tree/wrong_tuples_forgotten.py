# belief: one-level-is-enough
# said: raised
# passes: visible
def stop_tree(tree):
    if isinstance(tree, dict):
        return {key: stop_tree(branch) for key, branch in tree.items()}
    if isinstance(tree, list):
        return [stop_tree(branch) for branch in tree]
    return tf.stop_gradient(tree)
