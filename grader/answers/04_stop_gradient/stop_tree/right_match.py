def stop_tree(tree):
    match tree:
        case dict():
            return dict(zip(tree, map(stop_tree, tree.values())))
        case tuple():
            return tuple(map(stop_tree, tree))
        case list():
            return [*map(stop_tree, tree)]
    return tf.stop_gradient(tree)
