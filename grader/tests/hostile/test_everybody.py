"""Every case of code and of files, handed in by one class, and graded as a teacher grades it."""

import json
import sys

import compare
import everybody
import nbformat
import pytest

from grader.autograde.batch import grade_class
from grader.autograde.engine import Here
from grader.config import course_config
from grader.notebooks import read

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox needs Linux")

HONEST = everybody.honest()


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The course, and points by student, after `grader autograde`."""
    course = everybody.make(tmp_path_factory.mktemp("everybody") / "course")
    config = course_config(course)
    with Here(everybody.LIMITS, sandbox=True, workers=2) as engine:
        result = grade_class(course, config, everybody.ASSIGNMENT, engine)
    assert result.left == []
    return course, everybody.points(course, config)


@pytest.mark.parametrize("student", HONEST)
def test_each_exercise_gets_what_it_deserves(graded, student):
    _, points = graded
    assert points[student] == HONEST[student]


def test_nobody_is_lost(graded):
    _, points = graded
    assert points.keys() == HONEST.keys()


@pytest.mark.parametrize("case", everybody.CODE, ids=lambda case: case.name)
def test_graded_work_shows_what_was_printed_and_no_check(graded, case):
    course, _ = graded
    path = course.root / "grader" / "autograded" / case.name / everybody.ASSIGNMENT
    notebook = read(path / f"{everybody.ASSIGNMENT}.ipynb")
    nbformat.validate(notebook)
    outputs = json.dumps([cell.get("outputs") for cell in notebook.cells])
    assert "marker-8317" not in outputs
    assert "allclose(add" not in outputs
    for text in case.prints:
        assert text in outputs


def test_nbgrader_s_own_command_gives_the_same_right_after_intake(tmp_path):
    course = everybody.make(tmp_path / "course")
    compare.configured(course)
    assert everybody.points(course, course_config(course)) == HONEST


def test_an_ordinary_user_s_class_is_graded_the_same(as_nobody):
    as_nobody(__file__)
