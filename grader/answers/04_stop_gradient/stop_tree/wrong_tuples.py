# belief: a-tuple-is-a-list
# passes: visible
def stop_tree(tree):
    if isinstance(tree, dict):
        return {key: stop_tree(branch) for key, branch in tree.items()}
    if isinstance(tree, (list, tuple)):
        return [stop_tree(branch) for branch in tree]
    return tf.stop_gradient(tree)
