"""A computational graph to draw: values run forward, gradients run backward."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

Number = float | str  # a string is drawn as it is, "?" for one


@dataclass(frozen=True)
class Node:
    """A tensor in the graph.

    Attributes:
        name: what edges call it; it is drawn too, if `label` is empty.
        value: its value on the way forward; None draws nothing.
        gradient: the gradient of the loss with respect to it; None is drawn as "None", as
            TensorFlow says it; an empty string, the default, draws nothing.
        label: what is written in the node, when two nodes should look alike.
    """

    name: str
    value: Number | None = None
    gradient: Number | None = ""
    label: str = ""

    @property
    def text(self) -> str:
        """What is written in the node."""
        return self.label or self.name


@dataclass(frozen=True)
class Edge:
    """A tensor's use by an operation. Two edges between the same nodes are two uses.

    Attributes:
        source: the name of the node that is used.
        target: the name of the node that uses it.
        derivative: the local derivative, d target / d source; None draws nothing.
        stopped: a barrier stands here, and the gradient ends at it.
        why: what is written at the barrier.
        width: how wide the arrow backward is, in points.
    """

    source: str
    target: str
    derivative: Number | None = None
    stopped: bool = False
    why: str = "stop"
    width: float = 1.5


@dataclass(frozen=True)
class Graph:
    """Nodes and edges without a cycle; the last node is usually the loss.

    Raises:
        ValueError: if two nodes share a name, if an edge names a node that is not there, or if
            edges run in a circle.
    """

    nodes: Sequence[Node]
    edges: Sequence[Edge]

    def __post_init__(self) -> None:
        counts = Counter(node.name for node in self.nodes)
        if not counts:
            raise ValueError("This graph has no nodes, so there is nothing to draw: give it some.")
        for name, count in counts.items():
            if count > 1:
                raise ValueError(
                    f"{count} nodes are named {name!r}, so edges can't tell them apart: "
                    "give each its own name, and the same label if they should look alike."
                )
        for edge in self.edges:
            for name in (edge.source, edge.target):
                if name not in counts:
                    raise ValueError(
                        f"The edge {edge.source!r} to {edge.target!r} names {name!r}, which is no "
                        f"node of this graph: use one of {', '.join(counts)}."
                    )
        self.in_order()

    def in_order(self) -> list[Node]:
        """Return the nodes so that each comes after everything it uses."""
        waiting = {node.name: node for node in self.nodes}
        ordered: list[Node] = []
        while waiting:
            blocked = {edge.target for edge in self.edges if edge.source in waiting}
            ready = [node for name, node in waiting.items() if name not in blocked]
            if not ready:
                raise ValueError(
                    f"The edges between {', '.join(waiting)} run in a circle, so no order of "
                    "computation exists: turn one of them round."
                )
            ordered += ready
            for node in ready:
                del waiting[node.name]
        return ordered
