# belief: nothing-was-cut
def stop_tree(tree):
    return tf.nest.map_structure(tf.identity, tree)
