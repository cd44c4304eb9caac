"""One learner's notebook: what it scores, what was seen, which hint."""

from dataclasses import dataclass, replace
from pathlib import Path

from nbformat import NotebookNode

from grader.autograde.grade import Score, grade
from grader.course import Course
from grader.errors import CourseError
from grader.intake import receive
from grader.marks import Mark
from grader.notebooks import read
from grader.release import as_gradebook_sees
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
    """Run a learner's notebook with the course's own checks, as grading does.

    Checks are taken from the course, not from the file. Held-out checks run where solutions/ is at
    hand; without it only the visible ones do.

    Raises:
        CourseError: the file can't be read, or is no exercise notebook of this course.
    """
    if path.resolve().parent == course.lessons.resolve():
        raise CourseError(f"{path} is a lesson. Check its exercises, which are in exercises/.")
    assignment = _assignment_of(course, read(path), path)
    solution = course.solution_notebook(assignment)
    held_out = solution.is_file()
    source = as_gradebook_sees(solution) if held_out else read(course.exercise_notebook(assignment))
    received = receive(path, source)
    if received.fatal:
        raise CourseError(f"{path} can't be checked. {received.fatal}")
    graded = grade(received.notebook, runner)
    marks = [_with_cause(s, graded.notebook) for s in graded.scores if held_out or not s.held_out]
    return Report(assignment, marks, held_out)


def _with_cause(score: Score, notebook: NotebookNode) -> Score:
    """Say first that the learner's own cell stopped, where it did: the check sees what is left."""
    exercise = score.name.removesuffix("_check").removesuffix("_held_out")
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == exercise and not score.passed:
            for output in cell.outputs:
                if output.output_type == "error":
                    cause = f"Your cell of {exercise} stopped: {output.ename}: {output.evalue}"
                    return replace(score, message=f"{cause}\n{score.message}")
    return score


def _assignment_of(course: Course, notebook: NotebookNode, path: Path) -> str:
    """The assignment whose cells the notebook shares most of, else the one it is called after."""
    mine = _names(notebook)
    shared = {
        name: len(mine & _names(read(course.exercise_notebook(name))))
        for name in course.assignment_names
    }
    best = max(shared, key=lambda name: (shared[name], path.stem.startswith(name)), default=None)
    if best is None or not (shared[best] or path.stem.startswith(best)):
        raise CourseError(
            f"{path} is no exercise notebook of this course: it has none of the course's cells. "
            "Name one such as exercises/01_chain_rule/01_chain_rule.ipynb."
        )
    return best


def _names(notebook: NotebookNode) -> set[str]:
    """What tells an assignment's cells from others: nbgrader's names, and ids without a hyphen."""
    ids = {cell.get("id", "-") for cell in notebook.cells}
    grade_ids = {cell.metadata.get("nbgrader", {}).get("grade_id", "-") for cell in notebook.cells}
    return {name for name in ids | grade_ids if "-" not in name} - {"setup"}
