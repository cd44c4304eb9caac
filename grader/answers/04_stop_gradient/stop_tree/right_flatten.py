def stop_tree(tree):
    leaves = [tf.stop_gradient(leaf) for leaf in tf.nest.flatten(tree)]
    return tf.nest.pack_sequence_as(tree, leaves)
