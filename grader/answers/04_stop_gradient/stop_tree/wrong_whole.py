# belief: a-list-is-one-tensor
# said: raised
def stop_tree(tree):
    return tf.stop_gradient(tree)
