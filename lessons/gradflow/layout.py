"""Places for the nodes and the bends of a graph: columns from left to right, few crossings."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from gradflow.graph import Graph

SWEEPS = 8

Place = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """Where things go; x counts columns from 0, y counts rows, up, around 0.

    Attributes:
        nodes: a place for each node, by name.
        bends: for each edge, in the graph's order, the places it passes between its nodes.
        columns: how many columns there are.
        rows: the number of places in the fullest column.
    """

    nodes: dict[str, Place]
    bends: list[list[Place]]
    columns: int
    rows: int


def lay_out(graph: Graph) -> Layout:
    """Return a place for each node and each bend.

    Each node stands one column after the last thing it uses, and an input just before its
    first use. An edge over several columns gets a bend in each, so that it runs between nodes.

    Source: Sugiyama, Tagawa and Toda, Methods for visual understanding of hierarchical system
    structures, 1981.
    """
    column = _columns(graph)
    chains = [
        [edge.source]
        + [(index, x) for x in range(column[edge.source] + 1, column[edge.target])]
        + [edge.target]
        for index, edge in enumerate(graph.edges)
    ]
    order = _untangle(graph, column, chains)
    place = {
        item: (float(x), (len(items) - 1) / 2 - row)
        for x, items in order.items()
        for row, item in enumerate(items)
    }
    return Layout(
        nodes={node.name: place[node.name] for node in graph.nodes},
        bends=[[place[item] for item in chain[1:-1]] for chain in chains],
        columns=len(order),
        rows=max(len(items) for items in order.values()),
    )


def _columns(graph: Graph) -> dict[str, int]:
    column: dict[str, int] = {}
    for node in graph.in_order():
        used = [column[edge.source] for edge in graph.edges if edge.target == node.name]
        column[node.name] = max(used, default=-1) + 1
    targets = {edge.target for edge in graph.edges}
    for node in graph.nodes:
        uses = [column[edge.target] for edge in graph.edges if edge.source == node.name]
        if node.name not in targets and uses:
            column[node.name] = min(uses) - 1
    return column


def _untangle(graph: Graph, column: dict[str, int], chains: list[list]) -> dict[int, list]:
    """Order each column by the mean place of its neighbours, a few times to and fro."""
    order: dict[int, list] = defaultdict(list)
    for node in graph.nodes:
        order[column[node.name]].append(node.name)
    neighbours: dict[object, list] = defaultdict(list)
    for chain in chains:
        for item in chain[1:-1]:
            order[item[1]].append(item)
        for one, other in pairwise(chain):
            neighbours[one].append(other)
            neighbours[other].append(one)
    height = {
        item: (len(items) - 1) / 2 - row
        for items in order.values()
        for row, item in enumerate(items)
    }
    columns = sorted(order)
    for _ in range(SWEEPS):
        for x in columns + columns[::-1]:
            mean = {
                item: sum(height[other] for other in neighbours[item]) / len(neighbours[item])
                if neighbours[item]
                else height[item]
                for item in order[x]
            }
            order[x].sort(key=lambda item: -mean[item])
            for row, item in enumerate(order[x]):
                height[item] = (len(order[x]) - 1) / 2 - row
    return {x: order[x] for x in columns}
