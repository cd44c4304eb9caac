"""A made-up class, from hand-in to gradebook, feedback and report, every score known beforehand."""

import shutil
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode
from traitlets.config import Config

from grader import bank
from grader.autograde.batch import autograde
from grader.bank import Answer
from grader.config import course_config
from grader.course import Course
from grader.errors import CourseError
from grader.feedback.batch import give_feedback
from grader.gradebook import scores
from grader.notebooks import read, write
from grader.prove.kill_table import exercises
from grader.release import released
from grader.report import write_report

STUDENTS = [
    *("ada", "amara", "bruno", "chidi", "dalia", "emre", "freya", "goran"),
    *("hana", "ines", "jonas", "keiko", "lior", "mei", "nadia"),
]
ASSIGNMENTS = ("01_chain_rule", "04_stop_gradient")  # enough to see; all would take minutes
STARTER, SOLVER = STUDENTS[:2]  # hands in an empty notebook; solves everything

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Row:
    """One student's score in one assignment, in points."""

    assignment: str
    student: str
    expected: float
    got: float | None

    @property
    def as_expected(self) -> bool:
        """Whether the gradebook says what the bank says."""
        return self.got == self.expected


@dataclass(frozen=True)
class Demo:
    """What a demo left behind."""

    folder: Path
    rows: list[Row]
    reports: list[Path]


def demo_config(course: Course, folder: Path) -> Config:
    """The course's configuration, with all that grading writes in a folder of its own."""
    config = course_config(course)
    inside = folder.relative_to(course.root)
    config.CourseDirectory.submitted_directory = str(inside / "submitted")
    config.CourseDirectory.autograded_directory = str(inside / "autograded")
    config.CourseDirectory.feedback_directory = str(inside / "feedback")
    config.CourseDirectory.db_url = f"sqlite:///{folder / 'gradebook.db'}"
    return config


def demo(course: Course, progress: Progress) -> Demo:
    """Run the demo anew in `grader/demo`.

    Raises:
        CourseError: there are no grades, or there is no feedback.
    """
    folder = course.root / "grader" / "demo"
    shutil.rmtree(folder, ignore_errors=True)
    config = demo_config(course, folder)
    expected = {name: hand_in(course, name, folder) for name in ASSIGNMENTS}
    rows, reports = [], []
    for assignment, known in expected.items():
        autograde(course, config, assignment, sandbox=False)  # the bank's answers are trusted
        progress(f"graded {assignment}")
        if left := give_feedback(config, assignment):
            raise CourseError(f"There is no feedback on {assignment} for {', '.join(left)}.")
        progress(f"gave feedback on {assignment}")
        got = scores(config, assignment)
        rows += [
            Row(assignment, student, points, sum(got[student].values()))
            for student, points in known.items()
        ]
        reports.append(write_report(config, assignment, folder / f"report_{assignment}.html"))
    return Demo(folder, rows, reports)


def hand_in(course: Course, assignment: str, folder: Path) -> dict[str, float]:
    """Write a hand-in for each student below `folder`; return the points that each deserves."""
    answers = bank.answers(course, assignment)
    solution = read(course.solution_notebook(assignment))
    starter = released(course.solution_notebook(assignment))
    known = {}
    for number, student in enumerate(STUDENTS):
        notebook = deepcopy(starter)
        chosen = [_choose(answers, solution, exercise, number) for exercise in exercises(solution)]
        if student != STARTER:
            for answer in chosen:
                bank.with_answer(notebook, answer)
            known[student] = sum(_deserved(solution, answer) for answer in chosen)
        else:
            known[student] = 0.0
        target = folder / "submitted" / student / assignment / f"{assignment}.ipynb"
        target.parent.mkdir(parents=True)
        target.write_text(write(notebook), encoding="utf-8")
    return known


def _choose(answers: list[Answer], solution: NotebookNode, exercise: str, number: int) -> Answer:
    """Another answer for each student; the second student's are all solutions."""
    cell = next(cell for cell in solution.cells if cell.id == exercise)
    solved = Answer(answers[0].assignment, exercise, "solution", cell.source)
    mine = [answer for answer in answers if answer.exercise == exercise]
    if STUDENTS[number] == SOLVER or not mine:
        return solved
    return mine[(5 * number + len(exercise)) % len(mine)]


def _deserved(solution: NotebookNode, answer: Answer) -> float:
    points = {
        cell.id: cell.metadata.nbgrader.points
        for cell in solution.cells
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
    visible, held_out = points[f"{answer.exercise}_check"], points[f"{answer.exercise}_held_out"]
    if answer.right:
        return float(visible + held_out)
    return float(visible if answer.passes_visible else 0)
