"""nbgrader's own commands, run by hand from grader/: same bytes, same scores, no leaks."""

import csv
import html
import re
import subprocess
import sys

import pytest

from grader.config import course_config
from grader.demo import STUDENTS, hand_in
from grader.gradebook import bring_up_to_date, scores
from grader.notebooks import read, write
from grader.text import held_out_lines

ASSIGNMENT = "01_chain_rule"


def nbgrader(course, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=course.root / "grader",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done


@pytest.fixture(scope="module")
def graded(course, tmp_path_factory, copy_course):
    """A class graded by `nbgrader autograde` and given feedback by `nbgrader`, from grader/."""
    copy = copy_course(tmp_path_factory.mktemp("by_hand"))
    expected = hand_in(copy, ASSIGNMENT, copy.root / "grader")
    config = course_config(copy)
    bring_up_to_date(copy, config)
    nbgrader(copy, "autograde", ASSIGNMENT)
    nbgrader(copy, "generate_feedback", ASSIGNMENT)
    nbgrader(copy, "export")
    return copy, config, expected


def test_formgraders_generate_gives_the_same_bytes_as_build(course_copy):
    before = course_copy.exercise_notebook(ASSIGNMENT).read_bytes()
    nbgrader(course_copy, "generate_assignment", ASSIGNMENT, "--force")
    assert course_copy.exercise_notebook(ASSIGNMENT).read_bytes() == before


def test_autograde_by_hand_gives_the_scores_of_the_bank(graded):
    _, config, expected = graded
    got = scores(config, ASSIGNMENT)
    assert {student: sum(checks.values()) for student, checks in got.items()} == expected
    assert len(expected) == len(STUDENTS) >= 12
    assert len(set(expected.values())) > 3


def secrets_of(course, student):
    """Held-out lines, less those that the student happened to write."""
    hand_in = read(
        course.root / "grader" / "submitted" / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    )
    own = "\n".join(cell.source for cell in hand_in.cells)
    secrets = held_out_lines(read(course.solution_notebook(ASSIGNMENT)))
    return {line for line in secrets if line not in own}


def shown(page):
    """A page's text without its tags, which split a source line into spans."""
    return html.unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))


def feedback(course, student):
    (page,) = (course.root / "grader" / "feedback" / student).rglob("*.html")
    return shown(page)


def test_no_feedback_file_shows_a_held_out_source(graded):
    copy, _, _ = graded
    for student in STUDENTS:
        secrets = secrets_of(copy, student)
        assert len(secrets) > 20
        text = feedback(copy, student)
        assert [line for line in secrets if line in text] == []


def test_feedback_shows_what_a_held_out_check_said(graded):
    copy, _, _ = graded
    text = "".join(feedback(copy, student) for student in STUDENTS)
    assert "Seen: check_grad for every entry twice as large" in text


def test_export_lists_every_student(graded):
    copy, _, expected = graded
    with (copy.root / "grader" / "grades.csv").open() as file:
        rows = {
            row["student_id"]: float(row["score"])
            for row in csv.DictReader(file)
            if row["assignment"] == ASSIGNMENT
        }
    assert rows == expected


def test_a_printed_source_does_not_reach_feedback(graded):
    copy, _, _ = graded
    path = copy.root / "grader" / "submitted" / "peeker" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    path.parent.mkdir(parents=True)
    notebook = read(copy.exercise_notebook(ASSIGNMENT))
    cell = next(cell for cell in notebook.cells if cell.id == "num_grad")
    cell.source = (
        "hook = lambda info: print(info.raw_cell)\n"
        "get_ipython().events.register('pre_run_cell', hook)\n"
        "def num_grad(f, x, eps):\n    return 0"
    )
    path.write_text(write(notebook), encoding="utf-8")
    nbgrader(copy, "autograde", ASSIGNMENT, "--student", "peeker")
    nbgrader(copy, "generate_feedback", ASSIGNMENT, "--student", "peeker")
    text = feedback(copy, "peeker")
    assert [line for line in secrets_of(copy, "peeker") if line in text] == []
    assert "num_grad: passed" not in text
