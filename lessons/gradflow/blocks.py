"""Group recorded operations for a picture: one block for each call of a layer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gradflow.flow import SHAPE_ONLY, STOP, Flow
from gradflow.recorder import CUSTOM_GRADIENT, Call, Op

import keras

UNSEEN = {"ReadVariableOp", "VarHandleOp", "AssignVariableOp"} | SHAPE_ONLY
ALL = "*"


@dataclass(eq=False)
class Block:
    """Operations that ran one after the other and are shown as one.

    Attributes:
        name: the layers it ran in, or the operation.
        kind: "layer", "stop", "operation", or "operations" for a run of several.
        ops: the operations.
    """

    name: str
    kind: str
    ops: list[Op] = field(default_factory=list)


@dataclass(eq=False)
class Link:
    """A use of what one block, input or variable made, by a later block.

    Attributes:
        source: the `id` of the tensor that is used, or of the variable's handle.
        maker: the block that made it; None for an input or a variable.
        user: the block that uses it.
        carries: whether a gradient comes back.
        ends: the operations in the user at which it ended.
    """

    source: int
    maker: Block | None
    user: Block
    carries: bool = False
    ends: list[Op] = field(default_factory=list)


def split(ops: Sequence[Op], loss: Any, open: str | None = None) -> list[Block]:
    """Return the operations in blocks, in order.

    A call of a layer is one block; a model is opened, and so is the layer named `open`. Between
    layers, a run of operations is one block. Without any layer, each operation is its own.

    Args:
        ops: the operations, in the order they ran.
        loss: the tensor that the gradient starts from.
        open: the name of a layer to show operation by operation, or "*" for all.
    """
    singly = open == ALL or all(op.call is None for op in ops)
    blocks: list[Block] = []
    last: object = None
    for op in ops:
        if _is_users_stop(op):
            where, block = op, Block(op_path(op), "stop")
        elif (call := _closed(op.call, open)) is not None:
            where, block = call, Block(layer_path(call), "layer")
        elif op.type in UNSEEN and singly:
            continue
        elif singly or (op.call is not None and op.call.layer.name == open):
            where, block = op, Block(op_path(op), "operation")
        else:
            where, block = op.call, Block("operations", "operations")
        if last is not where or not blocks or blocks[-1].kind == "stop":
            blocks.append(block)
        last = where
        blocks[-1].ops.append(op)
    for block in blocks:
        if block.kind == "operations" and any(o is loss for op in block.ops for o in op.outputs):
            block.name = "loss"
        elif block.kind == "operations" and len(block.ops) == 1:
            block.name, block.kind = block.ops[0].type, "operation"
    return blocks


def link(blocks: Sequence[Block], ops: Sequence[Op], flow: Flow) -> list[Link]:
    """Return the links between blocks, and from inputs and variables to blocks."""
    handles = {id(op.outputs[0]): id(op.inputs[0]) for op in ops if op.type == "ReadVariableOp"}
    maker: dict[int, Block] = {}
    links: dict[tuple[int, Block], Link] = {}
    for block in blocks:
        for op in block.ops:
            for position, tensor in enumerate(op.inputs):
                source = handles.get(id(tensor), id(tensor))
                if maker.get(source) is block:
                    continue
                use = links.setdefault((source, block), Link(source, maker.get(source), block))
                use.carries |= flow.carries(op, position)
                if flow.ends_here(op, position):
                    use.ends.append(op)
            for output in op.outputs:
                maker[id(output)] = block
    return list(links.values())


def layer_path(call: Call) -> str:
    """Return the names of the layers from the outermost to the one that was called."""
    return "/".join(c.layer.name for c in call.chain())


def op_path(op: Op) -> str:
    """Return an operation's type, or a custom gradient's function, after its layers' names."""
    name = op.where if op.type == CUSTOM_GRADIENT else op.type
    if op.call is None:
        return name
    path = layer_path(op.call)
    return f"{path}/{name}" if isinstance(op.call.layer, keras.Layer) else path


def _is_users_stop(op: Op) -> bool:
    return op.type == STOP and not op.library


def _closed(call: Call | None, open: str | None) -> Call | None:
    """Return the outermost call around an operation that is shown as one block."""
    for outer in call.chain() if call is not None else []:
        is_model = isinstance(outer.layer, keras.Model) and outer.opened
        if open != ALL and not is_model and outer.layer.name != open:
            return outer
    return None
