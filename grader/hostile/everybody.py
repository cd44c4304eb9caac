"""A class in which everybody hands in something odd: each case of code and of files, once.

The course has one assignment of three small exercises, with two checks of one point each.
"""

import json
import shutil
from copy import deepcopy
from pathlib import Path

import code_cases
import file_cases
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from traitlets.config import Config

from grader.build import build_assignment
from grader.course import HOME, Course
from grader.gradebook import scores
from grader.intake.names import safe_student
from grader.notebooks import read
from grader.run import Limits

ASSIGNMENT = "01_odd"
# Under which everything that is not at the limit has room, and what hangs or grows ends soon.
LIMITS = Limits(cell=3, run=60, memory=5 * 1024**3 // 4, processes=40, text=100_000, outputs=200)
CODE = [case for case in code_cases.CASES if "plain" in case.checks]

_SETUP = """# %% [markdown]
# # 01 · Exercises: three small functions

# %% locked="setup"
{source}

"""
_EXERCISE = """# %% [markdown]
# ## ● Exercise · `{name}`

# %% solution="{name}"
{start}
    ### BEGIN SOLUTION Return the result.
{body}
    ### END SOLUTION


# %% check="{name}" points=1
{check}

# %% check="{name}" points=1 held_out=true
{held_out}

"""


def make(root: Path) -> Course:
    """Write the course into a folder, with a configuration and every case handed in."""
    course = Course(root)
    (root / "grader").mkdir(parents=True)
    shutil.copy(HOME / "grader" / "nbgrader_config.py", root / "grader")
    text = course.solution_text(ASSIGNMENT)
    text.parent.mkdir()
    text.write_text(_text(), encoding="utf-8")
    build_assignment(course, ASSIGNMENT, course)
    released = read(course.exercise_notebook(ASSIGNMENT))
    right = _answered(released, {})
    wrong = _answered(released, {"add": "def add(*given):\n    return 0"})
    submitted = root / "grader" / "submitted"
    for case in CODE:
        path = submitted / case.name / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(_answered(released, case.cells)), encoding="utf-8")
    for case in file_cases.CASES:
        notebook = right if case.honest[0] or case.fatal else wrong
        case.write(notebook, submitted / _student(case) / ASSIGNMENT, ASSIGNMENT)
    return course


def honest() -> dict[str, list[float]]:
    """The points that each exercise of each student deserves, by the student's name."""
    of_code = {case.name: [float(points) for points in case.honest] for case in CODE}
    of_files = {
        safe_student(_student(case)): [2.0 * part for part in case.honest]
        for case in file_cases.CASES
    }
    return of_code | of_files


def points(course: Course, config: Config) -> dict[str, list[float]]:
    """The points that the gradebook has for each exercise, by the student's name after intake."""
    return {
        safe_student(student): [
            sum(of_checks.get(f"{name}_{end}", 0.0) for end in ("check", "held_out"))
            for name in code_cases.EXERCISES
        ]
        for student, of_checks in scores(config, ASSIGNMENT).items()
    }


def _student(case: file_cases.Case) -> str:
    """The name of a student's folder: the case's, where the name itself is not what is odd."""
    return case.student if case.student != file_cases.STUDENT else case.name


def _answered(released: NotebookNode, cells: dict[str, str]) -> file_cases.Notebook:
    """A student's notebook as JSON: right, but for what `cells` says."""
    answers = code_cases.RIGHT | cells
    notebook = deepcopy(released)
    for cell in notebook.cells:
        cell.source = answers.get(cell.id, cell.source)
    if "extra" in cells:
        place = next(place for place, cell in enumerate(notebook.cells) if cell.id == "add")
        notebook.cells.insert(place + 1, new_code_cell(cells["extra"], id="extra"))
    return json.loads(json.dumps(notebook))


def _text() -> str:
    checks = code_cases.PLAIN
    text = _SETUP.format(source=checks["setup"])
    for name in code_cases.EXERCISES:
        start, body = code_cases.RIGHT[name].split("\n")
        text += _EXERCISE.format(
            name=name,
            start=start,
            body=body,
            check=checks[f"{name}_check"],
            held_out=checks[f"{name}_held_out"],
        )
    return text.rstrip() + "\n"
