# belief: nothing-was-cut
def stop_tree(tree):
    tf.nest.map_structure(tf.stop_gradient, tree)
    return tree
