# belief: a-list-is-one-tensor
def stop_tree(tree):
    if isinstance(tree, dict):
        return {key: stop_tree(branch) for key, branch in tree.items()}
    return tf.stop_gradient(tree)
