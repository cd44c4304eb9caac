"""The small course with a class of its own, and a way to grade it."""

from types import SimpleNamespace

import pytest
from nbgrader.api import Gradebook

from grader import bank, build
from grader.autograde.batch import grade_class
from grader.autograde.grade import grade
from grader.config import course_config
from grader.notebooks import read, write

ASSIGNMENT = "01_double"
POINTS = {
    "right_add": 4.0,
    "right_lambda": 4.0,
    "wrong_fixed": 1.0,
    "wrong_none": 0.0,
    "wrong_raises": 0.0,
    "wrong_same": 0.0,
}


class Classroom:
    """A built small course below a folder, with hand-ins and a gradebook."""

    assignment = ASSIGNMENT
    points = POINTS

    def __init__(self, course, runner):
        build.build(course, [], [ASSIGNMENT], runner, progress=lambda line: None)
        self.course = course
        self.runner = runner
        self.engine = SimpleNamespace(workers=2, grade=lambda nb, files: grade(nb, runner, files))
        self.config = course_config()
        self.config.CourseDirectory.root = str(course.root)
        self.config.CourseDirectory.db_url = f"sqlite:///{course.root / 'gradebook.db'}"

    def folder(self, student, step="submitted"):
        return self.course.root / "grader" / step / student / ASSIGNMENT

    def notebook(self, student, step="submitted"):
        return self.folder(student, step) / f"{ASSIGNMENT}.ipynb"

    def hand_in(self, student, source=None, timestamp=None):
        """Hand in a source for the exercise, or what was released."""
        notebook = read(self.course.exercise_notebook(ASSIGNMENT))
        if source is not None:
            next(cell for cell in notebook.cells if cell.id == "double").source = source
        self.folder(student).mkdir(parents=True, exist_ok=True)
        self.notebook(student).write_text(write(notebook), encoding="utf-8")
        if timestamp:
            (self.folder(student) / "timestamp.txt").write_text(timestamp)

    def hand_in_answers(self, names=POINTS):
        """Hand in answers of the bank, each by a student of its name."""
        for answer in bank.answers(self.course, ASSIGNMENT):
            if answer.name in names:
                self.hand_in(answer.name, answer.source)

    def grade(self, engine=None, **options):
        """Grade the class; return the result and each student's status."""
        status = {}
        result = grade_class(
            self.course,
            self.config,
            ASSIGNMENT,
            engine or self.engine,
            progress=lambda step: status.update({step.student: step.status}),
            **options,
        )
        return result, status

    def add_check(self):
        """Add a second visible check, worth 2 points, to the course."""
        text = self.course.solution_text(ASSIGNMENT)
        check = (
            '# %% check="double" points=1\n',
            '# %% locked="before"\nnumber = 5\n\n# %% check="double" points=1\n',
        )
        text.write_text(text.read_text().replace("points=3", "points=5").replace(*check))
        build.build(self.course, [], [ASSIGNMENT], self.runner, progress=lambda line: None)

    def gradebook(self):
        """The gradebook; close it after use."""
        return Gradebook(self.config.CourseDirectory.db_url, "gradflow")

    def scores(self):
        """Scores by student."""
        with self.gradebook() as gradebook:
            rows = gradebook.assignment_submissions(ASSIGNMENT)
            return {row.student_id: row.score for row in rows}


@pytest.fixture
def classroom(small, runner):
    return Classroom(small, runner)
