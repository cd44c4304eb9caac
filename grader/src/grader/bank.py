"""The answer bank: right and wrong answers for each exercise, one file each.

`grader/answers/ASSIGNMENT/EXERCISE/right_*.py` are right, in different styles. `wrong_*.py` each
hold one belief, named in the first lines:

    # belief: one-side-is-enough
    # said: it should be            (where the check can't prove the belief: what it says then)
    # passes: visible               (where the visible check lets it pass, and the held-out not)

The rest of the file is what the learner writes in the exercise's cell.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from gradflow.beliefs import BELIEFS

from nbformat import NotebookNode

from grader.course import Course
from grader.errors import CourseError

_HEADER = re.compile(r"^# (belief|said|passes): (.+)$", re.M)


@dataclass(frozen=True)
class Answer:
    """One answer of the bank.

    Attributes:
        assignment: as in `01_chain_rule`.
        exercise: the solution cell's name, as in `num_grad`.
        name: the file's stem, as in `wrong_one_sided`.
        source: what the learner writes in the cell.
        belief: the belief that a wrong answer holds; None for a right one.
        said: what a failing check must say to it.
        passes_visible: whether a wrong answer still passes the visible check.
    """

    assignment: str
    exercise: str
    name: str
    source: str
    belief: str | None = None
    said: str | None = None
    passes_visible: bool = False

    @property
    def right(self) -> bool:
        """Whether it must get full points."""
        return self.belief is None


def answers(course: Course, assignment: str) -> list[Answer]:
    """All answers for an assignment, by exercise and name.

    Raises:
        CourseError: a file has another name or header than the bank's rules say.
    """
    folder = course.answers / assignment
    return [_read(path, assignment) for path in sorted(folder.glob("*/*.py"))]


def with_answer(notebook: NotebookNode, answer: Answer) -> None:
    """Write an answer into its cell, in place."""
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == answer.exercise:
            cell.source = answer.source
            return
    raise CourseError(
        f"grader/answers/{answer.assignment}/{answer.exercise} answers no exercise: "
        f"{answer.assignment} has no solution cell of that name. Rename the folder."
    )


def _read(path: Path, assignment: str) -> Answer:
    text = path.read_text(encoding="utf-8")
    header = dict(_HEADER.findall(text))
    source = _HEADER.sub("", text).strip("\n")
    right = path.stem.startswith("right_")
    where = f"grader/answers/{assignment}/{path.parent.name}/{path.name}"
    if right:
        if header:
            raise CourseError(f"{where} is a right answer with a belief. Drop its header.")
        return Answer(assignment, path.parent.name, path.stem, source)
    if not path.stem.startswith("wrong_"):
        raise CourseError(f"{where} must be called right_*.py or wrong_*.py.")
    belief = header.get("belief")
    if belief not in BELIEFS:
        raise CourseError(
            f"{where} holds the belief '{belief}', which gradflow/beliefs.py does not know. "
            "Start the file with a line such as: # belief: one-side-is-enough"
        )
    said = header.get("said", f"[{belief}]")
    passes = header.get("passes", "")
    if passes not in ("", "visible"):
        raise CourseError(f"{where} says 'passes: {passes}'. It may only say 'passes: visible'.")
    return Answer(assignment, path.parent.name, path.stem, source, belief, said, bool(passes))
