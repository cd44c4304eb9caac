"""The small course with a class of its own, and a way to grade it."""

import shutil
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from nbgrader.api import (
    Comment,
    Grade,
    Gradebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)

from grader import bank, build
from grader.autograde.batch import grade_class
from grader.autograde.grade import grade
from grader.autograde.store import GradedHandIn
from grader.config import course_config
from grader.gradebook import bring_up_to_date
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
ADDED = '''
# %% [markdown]
# ## ●● Exercise 2 · `twice`
#
# - **Write** nothing. **Why** it is shown. **Difficulty** ●○○ **Minutes** 1

# %% solution="twice"
def twice(x):
    """Return two times x."""
    ### BEGIN SOLUTION Return two times x.
    return double(x)
    ### END SOLUTION


# %% check="twice" points=2
assert double(2) == 4
'''


class Classroom:
    """A built small course below a folder, with hand-ins and a gradebook."""

    assignment = ASSIGNMENT
    points = POINTS

    def __init__(self, course, runner, template):
        self.course = course
        self.template = template
        self.runner = runner
        self.engine = SimpleNamespace(
            workers=2, grade=lambda nb, files: grade(nb, runner, files), close=lambda: None
        )
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

    def grade(self, engine=None, tell=lambda student: None, **options):
        """Grade the class; tell of each student; return the result and each student's status."""
        status = {}

        def note(step):
            status[step.student] = step.status
            tell(step.student)

        result = grade_class(
            self.course,
            self.config,
            ASSIGNMENT,
            engine or self.engine,
            progress=note,
            **options,
        )
        return result, status

    def add_check(self):
        """Add an exercise whose check is worth 2 points, and passes where `double` is right."""
        text = self.course.solution_text(ASSIGNMENT)
        text.write_text(text.read_text() + ADDED)
        build.build(self.course, [], [ASSIGNMENT], self.runner, progress=lambda line: None)

    def gradebook(self):
        """The gradebook; close it after use."""
        return Gradebook(self.config.CourseDirectory.db_url, "gradflow")

    def scores(self):
        """Scores by student."""
        with self.gradebook() as gradebook:
            rows = gradebook.assignment_submissions(ASSIGNMENT)
            return {row.student_id: row.score for row in rows}

    @contextmanager
    def grade_row(self, student, check="double_held_out"):
        """A row of the gradebook, to read and to change."""
        with self.gradebook() as gradebook:
            yield gradebook.find_grade(check, ASSIGNMENT, ASSIGNMENT, student)
            gradebook.db.commit()

    def forget(self):
        """Go back to the gradebook as it was before any grading, and to no graded files."""
        shutil.copy(self.template / "gradebook.db", self.course.root)
        shutil.rmtree(self.course.root / "grader" / "autograded", ignore_errors=True)

    def everything(self):
        """All that the gradebook and the graded folders say, but for ids and seconds."""
        with self.gradebook() as gradebook:
            rows = [_row(gradebook, row) for row in gradebook.assignment_submissions(ASSIGNMENT)]
            kinds = (Student, SubmittedAssignment, SubmittedNotebook, Grade, Comment, GradedHandIn)
            counts = [gradebook.db.query(kind).count() for kind in kinds]
        graded = self.course.root / "grader" / "autograded"
        files = {str(path): path.read_bytes() for path in graded.rglob("*") if path.is_file()}
        return {"rows": sorted(rows, key=str), "counts": counts, "files": files}


def _row(gradebook, submission):
    done = gradebook.db.get(GradedHandIn, submission.id)
    (notebook,) = submission.notebooks
    return {
        "student": submission.student_id,
        "timestamp": submission.timestamp,
        "penalty": notebook.late_submission_penalty,
        "done": (done.hand_in, done.checks, done.written, done.status),
        "grades": sorted(
            (g.name, g.auto_score, g.manual_score or 0, g.extra_credit or 0, g.needs_manual_grade)
            for g in notebook.grades
        ),
        "comments": sorted((c.name, str(c.comment)) for c in notebook.comments),
    }


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """Where the first test leaves the course as it is before any hand-in."""
    return tmp_path_factory.mktemp("template") / "course"


@pytest.fixture
def classroom(small, runner, template):
    """A class without hand-ins: the course is built, and its gradebook knows the cells."""
    room = Classroom(small, runner, template)
    if template.exists():
        shutil.copytree(template, small.root, dirs_exist_ok=True)
    else:
        build.build(small, [], [ASSIGNMENT], runner, progress=lambda line: None)
        bring_up_to_date(small, room.config)
        shutil.copytree(small.root, template)
    return room
