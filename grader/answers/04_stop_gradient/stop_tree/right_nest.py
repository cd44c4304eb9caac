def stop_tree(tree):
    return tf.nest.map_structure(tf.stop_gradient, tree)
