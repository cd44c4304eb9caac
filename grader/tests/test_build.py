"""build, build --check and unbuild, on a course of one exercise."""

import nbformat
import pytest

from grader import build
from grader.errors import CourseError
from grader.notebooks import read

NAMES = ["01_double"]


def quiet(line):
    """Progress that nobody reads."""


@pytest.fixture
def built(small, runner):
    build.build(small, NAMES, NAMES, runner, progress=quiet)
    return small


@pytest.fixture
def check(runner):
    return lambda course: build.check(course, runner, progress=quiet)


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_fresh_build_is_clean(built, check):
    assert check(built) == []


def test_one_character_of_a_solution_text_is_noticed(built, check):
    edit(built.solution_text("01_double"), "= 2 * x", "= 3 * x")
    assert check(built) == [
        "solutions/01_double/01_double.ipynb is not what its text gives. "
        "Run `python3 grader build`, or `unbuild`."
    ]


def test_one_character_of_a_lesson_text_is_noticed(built, check):
    edit(built.lesson_text("01_double"), "number = 2 * 2", "number = 2 + 2")
    assert [problem.split(" ")[0] for problem in check(built)] == ["lessons/01_double.ipynb"]


def test_outputs_of_a_lesson_may_differ(built, check):
    path = built.lesson_notebook("01_double")
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[1].outputs = [nbformat.v4.new_output("stream", text="other\n")]
    nbformat.write(notebook, path)
    assert check(built) == []


def test_missing_and_stray_files_are_named(built, check):
    built.exercise_notebook("01_double").unlink()
    (built.exercises / "01_double" / "notes.txt").write_text("x")
    (built.lessons / "02_old.ipynb").write_text("{}")
    found = "\n".join(check(built))
    assert "exercises/01_double/01_double.ipynb is missing" in found
    assert "exercises/01_double/notes.txt comes from no text" in found
    assert "lessons/02_old.ipynb comes from no text" in found


def test_a_failing_lesson_names_the_cell_and_the_assertion(small, runner):
    edit(small.lesson_text("01_double"), "number == 4", "number == 5")
    with pytest.raises(CourseError, match=r"cell 'double_it', failed: AssertionError.*number == 5"):
        build.build(small, NAMES, [], runner, progress=quiet)
    assert not small.lesson_notebook("01_double").exists()


def test_an_edit_in_jupyter_is_carried_back_and_builds_again(built, check, runner):
    path = built.solution_notebook("01_double")
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[0].source = "# 01 · Exercises: twice as much"
    notebook.cells[1].metadata["editable"] = True
    held_out = next(cell for cell in notebook.cells if cell.id == "double_held_out")
    held_out.source = held_out.source.replace("-11.5", "-12.5").replace("-23", "-25")
    nbformat.write(notebook, path)
    build.unbuild(built, path)
    text = built.solution_text("01_double").read_text()
    assert "# # 01 · Exercises: twice as much" in text
    assert "-12.5" in text
    assert "editable" not in text
    assert "HIDDEN TESTS" not in text
    build.build(built, [], NAMES, runner, progress=quiet)
    assert check(built) == []


def change(path, cell_id, source):
    notebook = nbformat.read(path, as_version=4)
    next(cell for cell in notebook.cells if cell.id == cell_id).source = source
    nbformat.write(notebook, path)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("place", "cell_id", "words"),
    [
        ("exercise_notebook", "double", "somebody has worked in it"),
        ("solution_notebook", "double", "unbuild solutions/01_double/01_double.ipynb"),
        ("lesson_notebook", "double_it", "unbuild lessons/01_double.ipynb"),
    ],
)
def test_work_in_a_notebook_is_not_overwritten(built, runner, place, cell_id, words):
    path = getattr(built, place)("01_double")
    mine = change(path, cell_id, "number = 4\nassert number == 4")
    edit(built.solution_text("01_double"), "= 2 * x", "= x + x")
    with pytest.raises(CourseError, match=words):
        build.build(built, NAMES, NAMES, runner, progress=quiet)
    assert path.read_bytes() == mine
    path.unlink()
    build.build(built, NAMES, NAMES, runner, progress=quiet)
    assert path.exists()


def test_edits_on_both_sides_are_both_kept(built):
    path = built.lesson_notebook("01_double")
    mine = change(path, "double_it", "number = 4\nassert number == 4")
    edit(built.lesson_text("01_double"), "Predict", "Guess")
    text = built.lesson_text("01_double").read_text()
    with pytest.raises(CourseError, match=r"lessons/01_double.py was edited after"):
        build.unbuild(built, path)
    assert path.read_bytes() == mine
    assert built.lesson_text("01_double").read_text() == text


def test_edits_can_be_carried_back_one_after_the_other(built, check):
    path = built.lesson_notebook("01_double")
    for number in (4, 5):
        change(path, "double_it", f"number = {number}   # oddly spaced")
        build.unbuild(built, path)
        assert f"number = {number}  # oddly" in built.lesson_text("01_double").read_text()
    assert nbformat.read(path, as_version=4).cells[1].source == "number = 5  # oddly spaced"


def test_only_notebooks_of_the_course_are_carried_back(built, tmp_path):
    other = tmp_path / "other.ipynb"
    other.write_text("{}")
    with pytest.raises(CourseError, match="neither a lesson nor a solution notebook"):
        build.unbuild(built, other)


@pytest.mark.parametrize("content", ["", "{", '{"cells": 3}', "[]", "\x00\x01"])
def test_a_file_that_is_no_notebook_gets_a_sentence(content, tmp_path):
    path = tmp_path / "broken.ipynb"
    path.write_text(content)
    with pytest.raises(CourseError, match="can't be read as a notebook"):
        read(path)
    with pytest.raises(CourseError, match="There is no file"):
        read(tmp_path / "nowhere.ipynb")
