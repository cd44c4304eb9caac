# belief: the-leaves-are-enough
def stop_tree(tree):
    return [tf.stop_gradient(leaf) for leaf in tf.nest.flatten(tree)]
