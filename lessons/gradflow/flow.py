"""Find where the gradient ends: follow recorded operations from the loss back."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from gradflow.recorder import Op

import tensorflow as tf

FLOWS = "flows"
STOPPED = "stopped"
DISCONNECTED = "disconnected"
NOT_DIFFERENTIABLE = "not differentiable"
STATUSES = (FLOWS, STOPPED, NOT_DIFFERENTIABLE, DISCONNECTED)

STOP = "StopGradient"

SHAPE_ONLY = {"Shape", "ShapeN", "Size", "Rank", "ZerosLike", "OnesLike"}


class Flow:
    """Where the gradient of a loss runs and where it ends.

    A tensor is known by its `id`; a variable by that of its handle.

    Args:
        ops: the operations, in the order they ran.
        loss: the tensor that the gradient starts from.
        alive: the tensors and handles that have a gradient.
    """

    def __init__(self, ops: Sequence[Op], loss: tf.Tensor, alive: set[int]) -> None:
        self.alive = alive
        self._ends: dict[int, dict[Op, None]] = defaultdict(dict)  # a set that keeps its order
        self._connected = {id(loss)}
        for op in reversed(ops):
            self._visit(op)

    def status(self, tensor: Any) -> str:
        """Return one of the four words for a tensor or a handle."""
        if id(tensor) in self.alive:
            return FLOWS
        if id(tensor) not in self._connected:
            return DISCONNECTED
        if any(op.type == STOP for op in self._ends[id(tensor)]):
            return STOPPED
        return NOT_DIFFERENTIABLE

    def ends(self, tensor: Any) -> list[Op]:
        """Return the operations at which the gradient ended on its way to a tensor.

        For a tensor with a gradient these are the ends of its other paths, without the stops of
        a library. A comparison chooses between paths: it counts only where there is no other.
        """
        ends = list(self._ends[id(tensor)])
        paths = [op for op in ends if not _compares(op)]
        if id(tensor) in self.alive:
            return [op for op in paths if not op.library]
        return paths or ends

    def carries(self, op: Op, position: int) -> bool:
        """Tell whether an operation hands a gradient to one of its inputs."""
        tensor = op.inputs[position]
        live = any(id(output) in self.alive for output in op.outputs)
        return live and id(tensor) in self.alive and position not in op.cut

    def ends_here(self, op: Op, position: int) -> bool:
        """Tell whether a gradient that could have reached an input ended at this operation."""
        return op in self._ends[id(op.inputs[position])] and not self.carries(op, position)

    def _visit(self, op: Op) -> None:
        outputs = [output for output in op.outputs if id(output) in self._connected]
        if not outputs or op.type in SHAPE_ONLY:
            return
        below = {end: None for output in outputs for end in self._ends[id(output)]}
        live = any(id(output) in self.alive for output in outputs)
        whole = not any(carries_gradient(output) for output in outputs)
        for position, tensor in enumerate(op.inputs):
            self._connected.add(id(tensor))
            if not carries_gradient(tensor):
                continue
            here = whole or (live and not self.carries(op, position))
            self._ends[id(tensor)].update({op: None} if here else below)


def _compares(op: Op) -> bool:
    return all(output.dtype == tf.bool for output in op.outputs)


def carries_gradient(tensor: Any) -> bool:
    """Tell whether a tensor's type can have a gradient: floating, complex, or a handle."""
    dtype = tensor.dtype
    return dtype.is_floating or dtype.is_complex or dtype == tf.resource
