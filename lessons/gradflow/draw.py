"""Draw a computational graph: values forward, gradients backward, a barrier at each stop."""

import math
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from gradflow.graph import Edge, Graph, Node, Number
from gradflow.layout import Layout, lay_out
from gradflow.picture import Picture

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Polygon

WIDTH = 8.0  # inches, a notebook's column
ROW = 1.35  # inches from row to row
LEGEND = 0.45  # inches at the bottom
BOX = 0.46  # inches, a node's height
FORWARD = "#1a1a1a"
BACKWARD = "#b5460f"  # a dark orange: apart from FORWARD in hue, and dashed for those who see none
GAP = 0.1  # inches between an edge's two arrows
LONG = 13  # letters an inch; a longer name is broken in two
DASHES = (4, 2)


def draw(graph: Graph) -> Picture:
    """Return a picture of the graph, 8 inches wide.

    A node's value stands above it and its gradient below it. An edge is a solid arrow forward
    and, where a gradient flows, a dashed arrow backward with the local derivative; at a stop
    the dashed arrow ends at a barrier.
    """
    layout = lay_out(graph)
    height = layout.rows * ROW + LEGEND
    figure, axes = plt.subplots(figsize=(WIDTH, height))
    axes.set_position((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(0, height))
    axes.axis("off")
    board = _Board(axes, graph, layout, height)
    for node in graph.nodes:
        board.node(node)
    for index, edge in enumerate(graph.edges):
        board.edge(index, edge)
    board.legend()
    return Picture(figure, describe(graph))


def describe(graph: Graph) -> str:
    """Return what `draw` shows, in words."""
    text = {node.name: node.text for node in graph.nodes}
    sentences = ["A computational graph, left to right."]
    for node in graph.in_order():
        facts = [] if node.value is None else [f"value {number(node.value)}"]
        if node.gradient != "":
            facts.append(f"gradient {number(node.gradient)}")
        sentences.append(f"{node.text}: {', '.join(facts)}." if facts else f"{node.text}.")
    uses = Counter((*_ends(edge), edge.derivative, edge.stopped, edge.why) for edge in graph.edges)
    for (source, target, derivative, stopped, why), count in uses.items():
        sentence = f"{text[source]} goes into {text[target]}"
        sentence += " twice" if count == 2 else f" {count} times" if count > 2 else ""
        if derivative is not None:
            sentence += f", local derivative {number(derivative)}"
        if stopped:
            sentence += f"; a barrier ({why}) stands here, and no gradient comes back"
        sentences.append(f"{sentence}.")
    return " ".join(sentences)


def number(value: Number | None) -> str:
    """Return a number as it is drawn: four digits, no more zeros than needed."""
    if value is None or isinstance(value, str):
        return str(value)
    return f"{value:.4g}".replace("-", "\N{MINUS SIGN}")


def _ends(edge: Edge) -> tuple[str, str]:
    return edge.source, edge.target


class _Board:
    """An axes in inches, and where the graph's nodes and edges are on it."""

    def __init__(self, axes: Axes, graph: Graph, layout: Layout, height: float) -> None:
        self.axes = axes
        self.graph = graph
        self.middle = (height + LEGEND) / 2
        self.pitch = WIDTH / layout.columns
        self.box = min(1.15, 0.68 * self.pitch)
        self.nodes = {node.name: node for node in graph.nodes}
        self.centers = {name: self.at(place) for name, place in layout.nodes.items()}
        self.bends = [[self.at(place) for place in bends] for bends in layout.bends]
        self.starts = self._ports(lambda edge: edge.source, side=1)
        self.ends = self._ports(lambda edge: edge.target, side=-1)

    def at(self, place: tuple[float, float]) -> np.ndarray:
        x, y = place
        return np.array([(x + 0.5) * self.pitch, self.middle + y * ROW])

    def _ports(self, owner: Callable[[Edge], str], side: int) -> list[np.ndarray]:
        """Return where each edge meets its box: side by side, in the order of their far ends."""
        ports = {}
        for name, center in self.centers.items():
            edges = [i for i, edge in enumerate(self.graph.edges) if owner(edge) == name]
            edges.sort(key=lambda i: (-self._next(i, side)[1], i))
            for rank, index in enumerate(edges):
                y = ((len(edges) - 1) / 2 - rank) * min(0.17, 0.85 * BOX / len(edges))
                ports[index] = center + np.array([side * (self.box / 2 + 0.03), y])
        return [ports[index] for index in range(len(self.graph.edges))]

    def _next(self, index: int, side: int) -> np.ndarray:
        edge = self.graph.edges[index]
        far = self.centers[edge.target if side > 0 else edge.source]
        bends = self.bends[index]
        return (bends[0] if side > 0 else bends[-1]) if bends else far

    def node(self, node: Node) -> None:
        x, y = self.centers[node.name]
        corner = (x - self.box / 2, y - BOX / 2)
        self.axes.add_patch(
            FancyBboxPatch(
                corner,
                self.box,
                BOX,
                boxstyle="round,pad=0,rounding_size=0.1",
                facecolor="#f2f2f2",
                edgecolor=FORWARD,
                linewidth=1.4,
                zorder=3,
            )
        )
        text = _break(node.text) if len(node.text) > LONG * self.box else node.text
        size = min(13.0, 72 * self.box / (0.62 * max(map(len, text.split("\n")))))
        self.axes.text(x, y, text, size=size, ha="center", va="center", zorder=4, linespacing=1)
        if node.value is not None:
            self._plate(x, y + BOX / 2 + 0.05, number(node.value), 12, "bottom", FORWARD)
        if node.gradient != "":
            self._plate(x, y - BOX / 2 - 0.06, number(node.gradient), 12, "top", BACKWARD)

    def _plate(self, x: float, y: float, text: str, size: int, side: str, color: str) -> None:
        """Write on a white ground, so that a line behind it does not cross the digits."""
        self.axes.text(
            x,
            y,
            text,
            size=size,
            ha="center",
            va=side,
            color=color,
            style="italic" if color == BACKWARD else "normal",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            zorder=4,
        )

    def edge(self, index: int, edge: Edge) -> None:
        twins = [i for i, e in enumerate(self.graph.edges) if _ends(e) == _ends(edge)]
        bow = 0.2 * ((len(twins) - 1) / 2 - twins.index(index))
        line = _smooth([self.starts[index], *self.bends[index], self.ends[index]], bow)
        source, target = self.nodes[edge.source].gradient, self.nodes[edge.target].gradient
        arrives = target not in ("", None) and (edge.stopped or source not in ("", None))
        self._arrow(_shift(line, GAP / 2 if arrives else 0), FORWARD)
        if arrives:
            back = _shift(line, -GAP / 2)[len(line) // 2 + 1 if edge.stopped else 0 :]
            self._arrow(back[::-1], BACKWARD, dashed=True, width=edge.width)
        if edge.stopped:
            self._barrier(line, edge.why)
        elif edge.derivative is not None:
            x, y = _shift(line, -0.2)[len(line) // 2]
            text = f"\N{MULTIPLICATION SIGN} {number(edge.derivative)}"
            self._plate(x, y, text, 10, "center", BACKWARD)

    def _arrow(
        self, line: np.ndarray, color: str, *, dashed: bool = False, width: float = 1.5
    ) -> None:
        """Draw a line with its head at the end, in points wide; the head points as the line ends."""
        length = 0.09 + 0.02 * width
        rest = np.linalg.norm(line - line[-1], axis=1)
        shaft = line[: max(np.argmax(rest < length), 1)]
        along = line[-1] - shaft[-1]
        along = along / np.linalg.norm(along)
        base = line[-1] - length * along
        half = 0.42 * length * np.array([-along[1], along[0]])
        style = (0, [1.5 * dash / width for dash in DASHES]) if dashed else "solid"
        self.axes.plot(
            *np.transpose([*shaft, base]),
            color=color,
            linestyle=style,
            linewidth=width,
            solid_capstyle="butt",
            dash_capstyle="butt",
            zorder=2,
            gid="gradient" if dashed else "value",
        )
        head = [line[-1], base + half, base - half]
        self.axes.add_patch(Polygon(head, facecolor=color, edgecolor="none", zorder=2))

    def _barrier(self, line: np.ndarray, why: str) -> None:
        middle = len(line) // 2
        along = line[middle + 1] - line[middle - 1]
        along = along / np.linalg.norm(along)
        across = np.array([-along[1], along[0]])
        for offset in (-0.035, 0.035):
            ends = [line[middle] + offset * along + side * across for side in (-0.2, 0.2)]
            self.axes.plot(*np.transpose(ends), color=FORWARD, linewidth=3, zorder=5, gid="barrier")
        reach = 0.3 + 0.035 * len(why) * abs(across[0])
        self._plate(*(line[middle] + reach * across), why, 10, "center", FORWARD)

    def legend(self) -> None:
        y = LEGEND / 2
        self._arrow(np.array([[0.3, y], [0.8, y]]), FORWARD)
        self.axes.text(0.9, y, "value, forward", size=10, va="center")
        if any(node.gradient != "" for node in self.graph.nodes):
            self._arrow(np.array([[3.0, y], [2.5, y]]), BACKWARD, dashed=True)
            text = "gradient, backward"
            if any(edge.derivative is not None for edge in self.graph.edges):
                text += " (\N{MULTIPLICATION SIGN} local derivative)"
            self.axes.text(3.1, y, text, size=10, va="center", color=BACKWARD, style="italic")
        if any(edge.stopped for edge in self.graph.edges):
            for x in (6.3, 6.37):
                self.axes.plot([x, x], [y - 0.12, y + 0.12], color=FORWARD, linewidth=3)
            self.axes.text(6.5, y, "no gradient passes", size=10, va="center")


def _break(name: str) -> str:
    """Return a name in two lines, broken before the underline or space nearest to its middle."""
    places = [i for i, letter in enumerate(name) if i > 0 and letter in "_ "]
    if not places:
        return name
    place = min(places, key=lambda i: abs(i - len(name) / 2))
    return f"{name[:place]}\n{name[place:].lstrip()}"


def _smooth(corners: list[np.ndarray], bow: float) -> np.ndarray:
    """Return a line (n, 2) through the corners, level at each, pushed up by `bow` in between."""
    steps = np.linspace(0, 1, 25)
    ease = (1 - np.cos(math.pi * steps)) / 2
    pieces = [
        np.column_stack([a[0] + (b[0] - a[0]) * steps, a[1] + (b[1] - a[1]) * ease])
        for a, b in pairwise(corners)
    ]
    line = np.concatenate(pieces)
    line[:, 1] += bow * np.sin(math.pi * np.linspace(0, 1, len(line)))
    return line


def _shift(line: np.ndarray, distance: float) -> np.ndarray:
    """Return the line moved to its left by a distance."""
    along = np.gradient(line, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    return line + distance * np.column_stack([-along[:, 1], along[:, 0]])
