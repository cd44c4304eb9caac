"""A class to measure graders on: a copy of one assignment, with hand-ins from the answer bank."""

import shutil
from itertools import cycle, islice
from pathlib import Path

from grader.config import course_config
from grader.course import Course
from grader.demo import STUDENTS, hand_in
from grader.gradebook import bring_up_to_date

_STOCK = """
from nbgrader.converters import Autograde
c.Autograde.autograde_preprocessors = Autograde.autograde_preprocessors.default()
"""


def make(folder: Path, assignment: str, size: int = len(STUDENTS), stock: bool = False) -> Course:
    """Make a course of one assignment and a class that handed in, in a new folder.

    Args:
        folder: must not exist.
        assignment: its full name.
        size: how many hand-ins; the bank's answers are repeated.
        stock: whether nbgrader is to run notebooks itself, as without this grader.
    """
    real, course = Course(), Course(folder)
    for path in (real.solution_text(assignment), real.root / "grader" / "nbgrader_config.py"):
        target = folder / path.relative_to(real.root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    for path in (
        real.solution_notebook(assignment).parent,
        real.exercise_notebook(assignment).parent,
        real.answers / assignment,
    ):
        shutil.copytree(path, folder / path.relative_to(real.root))
    if stock:
        with (folder / "grader" / "nbgrader_config.py").open("a") as file:
            file.write(_STOCK)
    hand_in(course, assignment, folder / "grader")
    submitted = folder / "grader" / "submitted"
    for number, student in enumerate(islice(cycle(STUDENTS), len(STUDENTS), size)):
        # They are graded in the order of their names, so that any stretch has all answers in it.
        shutil.copytree(submitted / student, submitted / f"{number:05}{student}")
    bring_up_to_date(course, course_config(course))
    return course
