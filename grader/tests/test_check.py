"""One learner's notebook, and files that are none."""

import shutil

import nbformat
import pytest

from grader import build
from grader.check import check
from grader.course import Course
from grader.errors import CourseError
from grader.notebooks import read


@pytest.fixture
def built(small, runner):
    build.build(small, [], ["01_double"], runner, progress=lambda line: None)
    return small


@pytest.fixture
def mine(built, tmp_path):
    def write(source=None, drop=(), name="mine.ipynb"):
        notebook = read(built.exercise_notebook("01_double"))
        notebook.cells = [cell for cell in notebook.cells if cell.id not in drop]
        for cell in notebook.cells:
            if cell.id == "double" and source:
                cell.source = source
        path = tmp_path / name
        nbformat.write(notebook, path)
        return path

    return write


def points(report):
    return {mark.name: mark.points for mark in report.marks}


def test_a_right_answer_gets_all_points(built, mine, runner):
    report = check(built, mine("double = lambda x: 2 * x"), runner)
    assert points(report) == {"double_check": 1, "double_held_out": 3}
    assert report.held_out
    assert report.passed


def test_the_starter_gets_none_and_its_own_sentence(built, mine, runner):
    report = check(built, mine(), runner)
    assert points(report) == {"double_check": 0, "double_held_out": 0}
    assert {mark.message for mark in report.marks} == {"double: Return two times x."}
    assert not report.passed


def test_without_solutions_only_the_visible_checks_run_and_it_says_so(built, mine, runner):
    path = mine("def double(x):\n    return 6")
    assert points(check(built, path, runner)) == {"double_check": 1, "double_held_out": 0}
    built.solution_notebook("01_double").unlink()
    report = check(built, path, runner)
    assert points(report) == {"double_check": 1}
    assert not report.held_out


def test_a_check_that_was_edited_or_deleted_is_put_back(built, mine, runner):
    path = mine("def double(x):\n    return x", drop=["double_held_out"])
    notebook = read(path)
    next(cell for cell in notebook.cells if cell.id == "double_check").source = "pass"
    nbformat.write(notebook, path)
    assert points(check(built, path, runner)) == {"double_check": 0, "double_held_out": 0}


def test_a_notebook_of_another_course_gets_a_sentence(built, tmp_path, runner):
    path = tmp_path / "other.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1")]), path)
    with pytest.raises(CourseError, match="is no exercise notebook of this course"):
        check(built, path, runner)


def test_a_cell_that_stopped_is_named_before_what_the_check_saw(built, mine, runner):
    for mark in check(built, mine("def double(x)\n    return 2 * x"), runner).marks:
        first, rest = mark.message.split("\n", 1)
        assert first.startswith("Your cell of double stopped: SyntaxError: expected ':'")
        assert "there is no `double`" in rest


def test_a_lesson_is_told_from_its_exercises(built, runner):
    lesson = built.lesson_notebook("01_double")
    nbformat.write(nbformat.v4.new_notebook(), lesson)
    with pytest.raises(CourseError, match="is a lesson"):
        check(built, lesson, runner)


def test_a_learner_who_was_given_no_solutions_can_check(built, mine, runner):
    path = mine("def double(x):\n    return 6")
    shutil.rmtree(built.solutions)
    report = check(Course(built.root), path, runner)
    assert points(report) == {"double_check": 1}
