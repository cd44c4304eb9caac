"""One learner's notebook: what it scores, what was seen, which hint."""

from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from grader.course import Course
from grader.errors import CourseError
from grader.marks import Mark, marks
from grader.notebooks import read
from grader.run import Runner


@dataclass(frozen=True)
class Report:
    """What a learner's notebook gave.

    Attributes:
        assignment: the assignment that the notebook belongs to.
        marks: one for each check, in order.
        held_out: whether held-out checks ran too.
    """

    assignment: str
    marks: list[Mark]
    held_out: bool

    @property
    def passed(self) -> bool:
        """Whether every check that ran passed."""
        return all(mark.passed for mark in self.marks)


def check(course: Course, path: Path, runner: Runner) -> Report:
    """Run a learner's notebook with the course's own checks.

    Checks are taken from the course, not from the file. Held-out checks run where solutions/ is at
    hand; without it only the visible ones do.

    Raises:
        CourseError: the file can't be read, or is no exercise notebook of this course.
    """
    notebook = read(path)
    assignment = _assignment_of(course, notebook, path)
    held_out = course.solution_notebook(assignment).is_file()
    source = course.solution_notebook if held_out else course.exercise_notebook
    filled = _with_checks_of(notebook, read(source(assignment)))
    earned = marks(runner.run(filled, cwd=path.resolve().parent).notebook)
    ran = [mark for mark in earned if held_out or not mark.held_out]
    return Report(assignment, ran, held_out)


def _assignment_of(course: Course, notebook: NotebookNode, path: Path) -> str:
    """The assignment whose cells the notebook shares most of."""
    mine = set(_by_name(notebook))
    shared = {
        name: len(mine & set(_by_name(read(course.exercise_notebook(name)))))
        for name in course.assignment_names
    }
    best = max(shared, key=lambda name: (shared[name], path.stem.startswith(name)), default=None)
    if best is None or not shared[best]:
        raise CourseError(
            f"{path} is no exercise notebook of this course: it has none of the course's cells. "
            "Name one such as exercises/01_chain_rule/01_chain_rule.ipynb."
        )
    return best


def _with_checks_of(notebook: NotebookNode, source: NotebookNode) -> NotebookNode:
    """The learner's cells, with the checks and locked cells as the course has them.

    A check that the learner's notebook lacks is put in at the end.
    """
    filled = deepcopy(notebook)
    there = _by_name(filled)
    for name, cell in _by_name(source).items():
        if cell.metadata.nbgrader.solution:
            continue
        if name in there:
            place = filled.cells.index(there[name])
            filled.cells[place] = deepcopy(cell)
        else:
            filled.cells.append(deepcopy(cell))
    return filled


def _by_name(notebook: NotebookNode) -> dict[str, NotebookNode]:
    return {
        cell.metadata["nbgrader"]["grade_id"]: cell
        for cell in notebook.cells
        if "grade_id" in cell.metadata.get("nbgrader", {})
    }
