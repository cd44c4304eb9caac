"""Grading one hand-in: run it, and say for each check what it earned and why."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from nbformat import NotebookNode
from nbgrader.utils import compute_checksum, is_grade, is_locked, is_solution

from grader.marks import Mark
from grader.run import CellOutcome, Runner, Status
from grader.text import BEGIN_HELD_OUT

Files = Mapping[str, bytes]  # contents by path, as in `data/points.csv`


@dataclass(frozen=True)
class Score(Mark):
    """What one check earned.

    Attributes:
        points: what it earned; None where a person has to say.
        status: how its cell ran; "tampered" where it was kept from an honest end; "refused" for
            a partial score that can't be one; "by hand".
        look: whether a person should look at it.
    """

    points: float | None
    status: Status | Literal["tampered", "refused", "by hand"] = "ok"
    look: bool = False


@dataclass(frozen=True)
class Graded:
    """A graded notebook.

    Attributes:
        notebook: as it was run, with outputs.
        scores: one for each check, in order.
        unanswered: names of the solution cells that are as they were released.
        remarks: a sentence for each thing that a teacher should know.
        seconds: that all cells took together.
    """

    notebook: NotebookNode
    scores: list[Score]
    unanswered: frozenset[str]
    remarks: list[str]
    seconds: float


def grade(notebook: NotebookNode, runner: Runner, files: Files | None = None) -> Graded:
    """Run a notebook that has the teacher's checks in place, and score it.

    Scores follow nbgrader's rule: an error gives nothing, a number as the last expression gives as
    many points, anything else gives all. They are taken from how each check's run went, not from
    what it shows, so what is printed to stderr costs nothing.

    Args:
        notebook: stays as it is.
        runner: runs it.
        files: what lies beside the notebook while it runs.

    Raises:
        RunnerError: no notebook can be run.
    """
    solutions = [cell for cell in notebook.cells if is_solution(cell)]
    with _folder(files or {}) as folder:
        run = runner.run(
            notebook,
            folder,
            checks=_places(notebook, is_locked),
            held_out=_places(notebook, _hidden),
            answers=frozenset(_name(cell) for cell in solutions),
            classes=frozenset(n for cell in solutions for n in cell.metadata.get("classes", ())),
        )
    outcomes = {outcome.index: outcome for outcome in run.cells}
    cells = list(enumerate(run.notebook.cells))
    scores = [_score(cell, outcomes.get(index)) for index, cell in cells if is_grade(cell)]
    return Graded(
        run.notebook,
        scores,
        frozenset(_name(cell) for _, cell in cells if is_solution(cell) and _as_released(cell)),
        [*_accidents(run.notebook, run.cells), *_refusals(scores)],
        sum(outcome.seconds for outcome in run.cells),
    )


def not_run(notebook: NotebookNode) -> list[Score]:
    """Score a notebook that was not run: a person has to, wherever there is an answer."""
    return [_score(cell, None) for cell in notebook.cells if is_grade(cell)]


def _score(cell: NotebookNode, outcome: CellOutcome | None) -> Score:
    name, most = _name(cell), float(cell.metadata.nbgrader["points"])
    if is_solution(cell) and _as_released(cell):
        return Score(name, 0.0, most, "There is no answer.", "by hand")
    if is_solution(cell) or outcome is None:
        return Score(name, None, most, "", "by hand", look=True)
    if outcome.tampering:
        return Score(name, 0.0, most, outcome.tampering, "tampered", look=True)
    if not outcome.finished:
        message = outcome.reason or outcome.evalue or outcome.ename
        return Score(name, 0.0, most, message, outcome.status)
    points = most if outcome.value is None else outcome.value
    if not 0 <= points <= most:  # not-a-number is refused here too
        message = f"The check gave {points:g} points; it may give 0 to {most:g}."
        return Score(name, 0.0, most, message, "refused", look=True)
    return Score(name, points, most, "")


def _accidents(notebook: NotebookNode, outcomes: list[CellOutcome]) -> Iterator[str]:
    """Say which cells did not come to an honest end of their own, once for each reason."""
    names: dict[str, list[str]] = {}
    for outcome in outcomes:
        if reason := outcome.tampering or outcome.reason:
            cell = notebook.cells[outcome.index]
            names.setdefault(reason, []).append(_name(cell) or f"cell {outcome.index + 1}")
    return (f"{', '.join(cells)}: {reason}" for reason, cells in names.items())


def _refusals(scores: list[Score]) -> Iterator[str]:
    return (f"{score.name}: {score.message}" for score in scores if score.status == "refused")


def _places(notebook: NotebookNode, kind: Callable[[NotebookNode], bool]) -> frozenset[int]:
    return frozenset(index for index, cell in enumerate(notebook.cells) if kind(cell))


def _hidden(cell: NotebookNode) -> bool:
    return is_locked(cell) and BEGIN_HELD_OUT in cell.source


def _name(cell: NotebookNode) -> str:
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def _as_released(cell: NotebookNode) -> bool:
    return cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)


@contextmanager
def _folder(files: Files) -> Iterator[Path | None]:
    """Lay out files in a folder for as long as a run takes; without files there is none."""
    if not files:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="files", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        yield folder
