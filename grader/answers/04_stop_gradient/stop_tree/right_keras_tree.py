import keras

stop_tree = lambda tree: keras.tree.map_structure(keras.ops.stop_gradient, tree)
