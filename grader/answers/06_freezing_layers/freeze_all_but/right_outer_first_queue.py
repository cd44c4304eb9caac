from collections import deque


def freeze_all_but(model, names):
    queue, leaves = deque([model]), []
    while queue:
        current = queue.popleft()
        if getattr(current, "layers", None):
            current.trainable = True
            queue.extend(current.layers)
        else:
            leaves.append(current)
    for leaf in leaves:
        leaf.trainable = any(leaf.name == name for name in names)
