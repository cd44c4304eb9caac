# belief: nothing-was-cut
import copy


def stop_tree(tree):
    return copy.deepcopy(tree)
