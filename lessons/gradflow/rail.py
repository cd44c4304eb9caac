"""Draw many stages downwards, one a row, on a rail that is as wide as the gradient."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from gradflow.draw import BACKWARD, FORWARD, WIDTH, number
from gradflow.flow import FLOWS
from gradflow.picture import Picture
from gradflow.traced import Arrow, Traced

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

ROW = 0.2  # inches from row to row
TOP = 0.7  # inches for the legend
LANE = 0.17  # inches between arrows that pass other rows
MOST_ROWS = 60  # more, and layers in a chain share a row
LONGEST = 44  # letters of a name
FAINT = "#767676"


def draw_rail(
    stages: Sequence[Traced], arrows: Sequence[Arrow], widths: Sequence[float]
) -> Picture:
    """Return a picture with a row for each stage, 8 inches wide.

    Values run downwards. Where a gradient comes back the rail is solid, and as wide as `widths`
    says, in points; elsewhere it is thin and dotted. Where a gradient ends stands a barrier.
    """
    if len(stages) > MOST_ROWS:
        stages, arrows, widths = _merge(stages, arrows, widths)
    lanes = _lanes(arrows)
    spine = 0.35 + LANE * (max(lanes, default=0) + 1)
    height = TOP + ROW * len(stages) + 0.15
    figure, axes = plt.subplots(figsize=(WIDTH, height))
    axes.set_position((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(height, 0))
    axes.axis("off")
    for arrow, points, lane in zip(arrows, widths, lanes, strict=True):
        _rail(axes, arrow, points, spine, spine - LANE * lane)
    for row, (stage, name) in enumerate(zip(stages, _short_names(stages), strict=True)):
        _stage(axes, stage, name, spine, _y(row))
    _legend(axes)
    return Picture(figure, describe(stages, arrows))


def describe(stages: Sequence[Traced], arrows: Sequence[Arrow]) -> str:
    """Return what `draw_rail` shows, in words."""
    sentences = [f"The way of a loss, {len(stages)} rows from the inputs down to the loss."]
    barriers = {arrow.target: arrow.ends for arrow in arrows if arrow.ends and arrow.norm is None}
    row = 0
    for _, group in groupby(enumerate(stages), lambda item: (item[1].status, item[0] in barriers)):
        run = [stage for _, stage in group]
        if row in barriers:
            why = ", ".join(barriers[row])
            sentences.append(f"A barrier stands before {run[0].name}: {why}.")
        norms = [stage.norm for stage in run if stage.norm is not None]
        said = run[0].status
        if norms:
            low, high = number(min(norms)), number(max(norms))
            said = f"the gradient flows, norm {low}" + (f" to {high}" if high != low else "")
        rows = run[0].name if len(run) == 1 else f"{run[0].name} to {run[-1].name}"
        sentences.append(f"{rows}: {said}.")
        row += len(run)
    return " ".join(sentences)


def _y(row: int) -> float:
    return TOP + ROW * (row + 0.5)


def _lanes(arrows: Sequence[Arrow]) -> list[int]:
    """Return a lane for each arrow: 0 to the next row, else the first that is free."""
    lanes = [0] * len(arrows)
    taken: list[list[tuple[int, int]]] = []
    order = sorted(range(len(arrows)), key=lambda i: arrows[i].target - arrows[i].source)
    for index in order:
        top, bottom = arrows[index].source, arrows[index].target
        if bottom - top == 1:
            continue
        fits = (
            lane
            for lane, spans in enumerate(taken)
            if all(bottom <= start or end <= top for start, end in spans)
        )
        lane = next(fits, len(taken))
        if lane == len(taken):
            taken.append([])
        taken[lane].append((top, bottom))
        lanes[index] = lane + 1
    return lanes


def _rail(axes: Axes, arrow: Arrow, points: float, spine: float, lane: float) -> None:
    top, bottom = _y(arrow.source), _y(arrow.target)
    corners = ([spine, lane, lane, spine], [top, top + 0.04, bottom - 0.04, bottom])
    if arrow.norm is None:
        axes.plot(*corners, color=FAINT, linewidth=1, linestyle=":", zorder=1)
    else:
        axes.plot(
            *corners, color=BACKWARD, linewidth=1.7 * points, zorder=2, solid_joinstyle="round"
        )
    if arrow.ends and arrow.norm is None:
        for y in (bottom - 0.125, bottom - 0.085):
            axes.plot([lane - 0.13, lane + 0.13], [y, y], color=FORWARD, linewidth=2, zorder=5)


def _stage(axes: Axes, stage: Traced, name: str, spine: float, y: float) -> None:
    flows = stage.status == FLOWS
    axes.plot(
        spine,
        y,
        marker="o",
        markersize=5.5,
        markerfacecolor=BACKWARD if flows else "white",
        markeredgecolor=BACKWARD if flows else FAINT,
        zorder=4,
    )
    weight = "bold" if stage.kind == "stop" else "normal"
    axes.text(spine + 0.2, y, name, size=8.5, va="center", weight=weight, color=FORWARD)
    said = f"norm {number(stage.norm)}" if flows else stage.status
    style = {"color": BACKWARD} if flows else {"color": FAINT, "style": "italic"}
    axes.text(spine + 5, y, said, size=8.5, va="center", ha="right", **style)


def _legend(axes: Axes) -> None:
    y = 0.3
    axes.annotate("", (0.3, y + 0.15), (0.3, y - 0.15), arrowprops={"arrowstyle": "-|>"})
    axes.text(0.42, y, "values", size=9, va="center")
    up = {"arrowstyle": "-|>", "color": BACKWARD, "linewidth": 3}
    axes.annotate("", (1.4, y - 0.15), (1.4, y + 0.15), arrowprops=up)
    text = "gradient, the wider the larger its norm"
    axes.text(1.55, y, text, size=9, va="center", color=BACKWARD)
    axes.plot([4.6, 4.6], [y - 0.15, y + 0.15], color=FAINT, linewidth=1, linestyle=":")
    axes.text(4.72, y, "no gradient", size=9, va="center", color=FAINT, style="italic")
    for offset in (-0.02, 0.02):
        axes.plot([6.1, 6.36], [y + offset] * 2, color=FORWARD, linewidth=2)
    axes.text(6.46, y, "it ended here", size=9, va="center")


def _short_names(stages: Sequence[Traced]) -> list[str]:
    """Return the names without the model's, where all layers are in the same model."""
    layers = [stage.name for stage in stages if stage.kind == "layer"]
    models = {name.split("/")[0] for name in layers}
    prefix = f"{models.pop()}/" if len(models) == 1 and all("/" in n for n in layers) else ""
    names = [stage.name.removeprefix(prefix) for stage in stages]
    return [name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}" for name in names]


def _merge(
    stages: Sequence[Traced], arrows: Sequence[Arrow], widths: Sequence[float]
) -> tuple[list[Traced], list[Arrow], list[float]]:
    """Put layers that only follow one another, and fare alike, into one row."""
    outgoing = [[a for a in arrows if a.source == i] for i in range(len(stages))]
    incoming = [[a for a in arrows if a.target == i] for i in range(len(stages))]
    row = [0] * len(stages)
    groups = [[stages[0]]]
    for i in range(1, len(stages)):
        before, here = stages[i - 1], stages[i]
        chained = (
            before.kind == here.kind == "layer"
            and before.status == here.status
            and len(outgoing[i - 1]) == len(incoming[i]) == 1
            and outgoing[i - 1] == incoming[i]
            and not incoming[i][0].ends
        )
        if not chained:
            groups.append([])
        groups[-1].append(here)
        row[i] = len(groups) - 1
    merged = [
        group[-1]
        if len(group) == 1
        else replace(
            group[-1], name=f"{group[0].name} to {group[-1].name.split('/')[-1]} ({len(group)})"
        )
        for group in groups
    ]
    kept = [(a, w) for a, w in zip(arrows, widths, strict=True) if row[a.source] != row[a.target]]
    joined = [replace(a, source=row[a.source], target=row[a.target]) for a, _ in kept]
    return merged, joined, [w for _, w in kept]
