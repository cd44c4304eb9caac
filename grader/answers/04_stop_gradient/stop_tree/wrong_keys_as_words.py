# belief: the-leaves-are-enough
# said: had the keys
# passes: visible
def stop_tree(tree):
    if isinstance(tree, dict):
        return {str(k): stop_tree(v) for k, v in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(stop_tree(v) for v in tree)
    return tf.stop_gradient(tree)
