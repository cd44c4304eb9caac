# belief: one-level-is-enough
def stop_tree(tree):
    def stop(leaf):
        return tf.stop_gradient(leaf) if tf.is_tensor(leaf) else leaf

    if isinstance(tree, dict):
        return {key: stop(leaf) for key, leaf in tree.items()}
    return type(tree)(stop(leaf) for leaf in tree)
