"""Draw an audit: each variable's gradient, the barrier where it ended, and whether it moved."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from textwrap import wrap

from gradflow.audited import Audited
from gradflow.draw import BACKWARD, FORWARD, WIDTH
from gradflow.picture import Picture
from gradflow.stages import width

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

LINE = 0.17  # inches from line to line of a row's text
PAD = 0.13  # inches between rows
TOP = 0.6  # inches for the legend
MOST_ROWS = 45  # more, and weights that fare alike share a row, and so does other state
NAME, START, BARRIER, DOT, WHY = 0.2, 2.7, 3.25, 3.6, 3.85  # inches from the left
NAME_LETTERS, WHY_LETTERS = 36, 60  # a line's


def draw_audit(rows: Sequence[Audited]) -> Picture:
    """Return a picture with a row for each variable, 8 inches wide.

    The gradient is an arrow, as wide as its norm, from its name to a dot, which is full if the
    variable moved and hollow if it stayed. A barrier stands where the gradient did not get through.
    """
    shown = _merge(rows)
    names = [wrap(row.name, NAME_LETTERS) for row in shown]
    reasons = [wrap("; ".join(row.why), WHY_LETTERS) for row in shown]
    heights = [
        PAD + LINE * max(len(name), len(why), 1) for name, why in zip(names, reasons, strict=True)
    ]
    height = TOP + sum(heights) + 0.1
    figure, axes = plt.subplots(figsize=(WIDTH, height))
    axes.set_position((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(height, 0))
    axes.axis("off")
    largest = max((row.gradient or 0.0 for row in rows), default=0.0)
    y = TOP
    for row, name, why, tall in zip(shown, names, reasons, heights, strict=True):
        _row(axes, row, y + tall / 2, largest)
        axes.text(NAME, y + tall / 2, "\n".join(name), size=8.5, va="center")
        axes.text(WHY, y + tall / 2, "\n".join(why), size=8.5, va="center")
        y += tall
    _legend(axes)
    moved = sum(row.moved for row in rows)
    said = " ".join(map(str, shown))
    return Picture(figure, f"One training step: {moved} of {len(rows)} variables moved. {said}")


def _merge(rows: Sequence[Audited]) -> list[Audited]:
    """Return one row for each run of variables that fared alike, if there are too many."""
    if len(rows) <= MOST_ROWS:
        return list(rows)

    def fate(row: Audited) -> tuple:
        return row.kind, row.moved, row.updated, row.gradient is None, row.trainable

    ordered = sorted(rows, key=lambda row: row.kind == "state")
    merged = []
    for _, group in groupby(ordered, fate):
        run = list(group)
        shown = max(run, key=lambda row: row.gradient or 0.0)
        if len(run) > 1:
            name = f"{run[0].name} to {run[-1].name} ({len(run)})"
            most = () if shown.gradient is None else (f"{shown.name} has the largest gradient",)
            shown = replace(shown, name=name, why=(*shown.why, *most))
        merged.append(shown)
    return merged


def _row(axes: Axes, row: Audited, y: float, largest: float) -> None:
    if row.gradient is not None:
        end = DOT if row.updated else BARRIER
        points = 1.5 * width(row.gradient, largest)
        if row.gradient == 0:
            axes.plot([START, end], [y, y], color=BACKWARD, linewidth=1, linestyle="--")
        else:
            axes.plot([START, end], [y, y], color=BACKWARD, linewidth=points, solid_capstyle="butt")
    if row.kind == "weight" and row.updated is False:
        for x in (BARRIER, BARRIER + 0.05):
            axes.plot([x, x], [y - 0.09, y + 0.09], color=FORWARD, linewidth=2)
    axes.plot(
        DOT,
        y,
        marker="o",
        markersize=8,
        markerfacecolor=FORWARD if row.moved else "white",
        markeredgecolor=FORWARD,
        zorder=3,
    )


def _legend(axes: Axes) -> None:
    y = 0.3
    axes.plot([0.2, 0.6], [y, y], color=BACKWARD, linewidth=4, solid_capstyle="butt")
    axes.text(0.7, y, "gradient", size=9, va="center", color=BACKWARD)
    for x in (1.7, 1.75):
        axes.plot([x, x], [y - 0.09, y + 0.09], color=FORWARD, linewidth=2)
    axes.text(1.85, y, "no update", size=9, va="center")
    for x, face, text in ((3.0, FORWARD, "moved"), (4.0, "white", "stayed")):
        axes.plot(x, y, marker="o", markersize=8, markerfacecolor=face, markeredgecolor=FORWARD)
        axes.text(x + 0.15, y, text, size=9, va="center")
