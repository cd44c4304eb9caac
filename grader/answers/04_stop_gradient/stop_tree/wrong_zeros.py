# belief: a-stop-changes-the-value
# said: it should be
def stop_tree(tree):
    return tf.nest.map_structure(tf.zeros_like, tree)
