"""A last resort: each exercise by itself, where something that was left behind ends processes.

A cell can start a thread that ends the process a moment later, under another cell. Then cells are
blamed that have done nothing. A section is the student's cells before some checks, with these
checks; the checks of each section but the first are run once more without the others' cells.
"""

import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.run.outcome import Run

if TYPE_CHECKING:
    from nbformat import NotebookNode


def to_repeat(run: Run, checks: frozenset[int]) -> Iterator[frozenset[int]]:
    """Yield the places of each section that may have suffered from an earlier one."""
    lost = {cell.index for cell in run.cells if cell.status in ("died", "not run")}
    unfinished = {cell.index for cell in run.cells if not cell.finished} & checks
    for section in _sections([cell.index for cell in run.cells], checks)[1:]:
        if section & lost and section & unfinished:
            yield section


def alone(
    notebook: "NotebookNode", section: frozenset[int], checks: frozenset[int]
) -> "NotebookNode":
    """Return a notebook without the student's cells of other sections."""
    notebook = copy.deepcopy(notebook)
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "code" and index not in section | checks:
            cell.source = ""
    return notebook


def take_over(run: Run, repeated: Run, section: frozenset[int]) -> None:
    """Put into a run what a section gave by itself."""
    places = {cell.index: place for place, cell in enumerate(run.cells)}
    for cell in repeated.cells:
        if cell.index in section:
            run.cells[places[cell.index]] = cell
            run.notebook.cells[cell.index] = repeated.notebook.cells[cell.index]


def _sections(places: list[int], checks: frozenset[int]) -> list[frozenset[int]]:
    """Cut a notebook's code cells wherever a cell of the student's follows a check."""
    sections: list[set[int]] = [set()]
    for place in places:
        if place not in checks and sections[-1] & checks and sections[-1] - checks:
            sections.append(set())
        sections[-1].add(place)
    return [frozenset(section) for section in sections]
