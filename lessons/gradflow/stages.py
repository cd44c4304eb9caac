"""Draw the stages of a trace: from left to right while they are few, downwards when many."""

import math
from collections.abc import Sequence

from gradflow.draw import draw
from gradflow.graph import Edge, Graph, Node
from gradflow.picture import Picture
from gradflow.rail import draw_rail
from gradflow.traced import Arrow, Traced

FEW = 8  # more do not fit beside each other at a notebook's width
SIGNS = {
    "AddV2": "+",
    "Sub": "\N{MINUS SIGN}",
    "Mul": "\N{MULTIPLICATION SIGN}",
    "RealDiv": "\N{DIVISION SIGN}",
}


def draw_stages(stages: Sequence[Traced], arrows: Sequence[Arrow]) -> Picture:
    """Return a picture of the stages, 8 inches wide, in the order they ran."""
    largest = max((arrow.norm or 0.0 for arrow in arrows), default=0.0)
    widths = [
        width(stages[arrow.target].norm if arrow.ends else arrow.norm, largest) for arrow in arrows
    ]
    if len(stages) > FEW:
        return draw_rail(stages, arrows, widths)
    return draw(
        Graph(
            [_node(stage) for stage in stages],
            [
                Edge(
                    stages[arrow.source].name,
                    stages[arrow.target].name,
                    stopped=bool(arrow.ends) and arrow.norm is None,
                    why=", ".join(arrow.ends),
                    width=points,
                )
                for arrow, points in zip(arrows, widths, strict=True)
            ],
        )
    )


def width(norm: float | None, largest: float) -> float:
    """Return an arrow's width in points: 3.5 for the largest norm, 0.7 less for each tenth."""
    if not norm or not largest or not math.isfinite(norm) or not math.isfinite(largest):
        return 1.0
    return min(3.5, max(1.0, 3.5 + 0.7 * math.log10(norm / largest)))


def _node(stage: Traced) -> Node:
    text = stage.name.split("/")[-1]
    gradient = stage.gradient
    if gradient is None and stage.norm is not None:
        gradient = f"norm {stage.norm:.3g}"
    value = stage.shape or None if stage.value is None else stage.value
    label = "stop" if stage.kind == "stop" else SIGNS.get(text.split("#")[0], text)
    return Node(stage.name, value, gradient, label)
