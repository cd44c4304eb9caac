"""One hand-in's scores: nbgrader's rule where work is honest, nothing where it is not."""

import math

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.utils import compute_checksum, determine_grade

from grader.autograde.grade import grade
from grader.run import Limits, Runner
from grader.text import BEGIN_HELD_OUT, END_HELD_OUT


def cell(name, source, points=2, kind="code", solution=False):
    """A cell of the teacher's that earns points."""
    make = new_code_cell if kind == "code" else new_markdown_cell
    about = {"grade": True, "grade_id": name, "points": points, "locked": not solution}
    return make(source, metadata={"nbgrader": {**about, "solution": solution, "schema_version": 3}})


HONEST = {
    "passes": ("assert True", 2),
    "fails": ("assert False, 'seen 3'", 0),
    "partial": ("print('hello')\n0.5", 0.5),
    "nothing": ("0", 0),
    "everything": ("2.0", 2),
    "text": ("'fine'", 2),
    "words": ("print('1.5')", 2),
    "none": ("None", 2),
    "array": ("[1, 2]", 2),
    "not Python": ("this is no Python", 0),
    "exits": ("raise SystemExit", 0),
}


@pytest.fixture(scope="module")
def honest(runner):
    notebook = new_notebook(cells=[cell(name, source) for name, (source, _) in HONEST.items()])
    return grade(notebook, runner)


def test_honest_checks_earn_what_they_should(honest):
    earned = {score.name: score.points for score in honest.scores}
    assert earned == {name: points for name, (_, points) in HONEST.items()}
    assert honest.remarks == []


def test_honest_checks_earn_what_nbgrader_gives(honest):
    for score, executed in zip(honest.scores, honest.notebook.cells, strict=True):
        assert (score.points, score.of) == determine_grade(executed), score.name


def test_the_message_is_the_checks_own(honest):
    messages = {score.name: score.message for score in honest.scores if not score.points}
    assert messages == {
        "fails": "seen 3",
        "nothing": "",
        "not Python": messages["not Python"],
        "exits": "SystemExit",
    }
    assert "invalid syntax" in messages["not Python"]


USES = """
def squares(n):
    return [i**2 for i in range(1, n + 1)]

def total(n):
    return sum(squares(n))
"""
USES_NOT = USES.replace("squares(n))", "i**2 for i in range(1, n + 1))")
TAKEN_AWAY = """
kept = squares
del squares
try:
    total(1)
except NameError:
    pass
else:
    raise AssertionError("total does not use squares")
finally:
    squares = kept
assert total(3) == 14
"""
REPLACED = """
def other(n):
    calls.append(n)
    return [7]

calls, kept = [], squares
squares = other
seen = total(2)
squares = kept
assert seen == 7, "total does not use squares"
assert calls == [2]
"""


@pytest.mark.parametrize("check", [TAKEN_AWAY, REPLACED], ids=["taken away", "replaced"])
@pytest.mark.parametrize(("work", "points"), [(USES, 2), (USES_NOT, 0)], ids=["used", "not used"])
def test_a_check_sees_whether_a_function_of_the_students_is_used(runner, check, work, points):
    after = cell("after", "assert squares(2) == [1, 4]\nassert total(2) == 5")
    held_out = cell("held_out", f"{BEGIN_HELD_OUT}\n{check}{END_HELD_OUT}")
    notebook = new_notebook(cells=[new_code_cell(work), held_out, after])
    first, second = grade(notebook, runner).scores
    assert (first.points, second.points) == (points, 2)
    assert points or "total does not use squares" in first.message


def test_a_checks_own_function_is_not_taken_for_the_students(runner):
    work = "def helper(x):\n    return 2 * x\n\ndef double(x):\n    return helper(x)"
    check = "def helper(x):\n    return 0\n\nassert double(2) == 4\nassert helper(2) == 0"
    notebook = new_notebook(cells=[new_code_cell(work), cell("check", check)])
    assert [score.points for score in grade(notebook, runner).scores] == [2]


def test_noise_on_stderr_costs_nothing(runner):
    noisy = "import sys, warnings\nwarnings.warn('old')\nprint('note', file=sys.stderr)"
    graded = grade(new_notebook(cells=[cell("noisy", noisy), cell("half", noisy + "\n1")]), runner)
    assert [score.points for score in graded.scores] == [2, 1]


@pytest.mark.parametrize("source", ["float('nan')", "-5", "float('inf')", "2.5"])
def test_a_partial_score_that_can_not_be_is_refused(runner, source):
    graded = grade(new_notebook(cells=[cell("odd", source), cell("next", "1")]), runner)
    odd, following = graded.scores
    assert (odd.points, odd.status, odd.look) == (0, "refused", True)
    assert following.points == 1
    (remark,) = graded.remarks
    assert remark.startswith("odd: The check gave ")
    assert remark.endswith(" points; it may give 0 to 2.")
    assert all(math.isfinite(score.points) for score in graded.scores)


def test_answers_that_a_person_must_read_have_no_score(runner):
    cells = [
        cell("essay", "My answer.", kind="markdown", solution=True),
        cell("untouched", "Write here.", kind="markdown", solution=True),
        cell("code", "x = 1", solution=True),
        cell("read", "Read this.", kind="markdown"),
    ]
    for one in cells:
        one.metadata.nbgrader.checksum = compute_checksum(one)
    cells[0].source += " More."
    cells[2].source = "x = 2"
    graded = grade(new_notebook(cells=cells), runner)
    assert [score.points for score in graded.scores] == [None, 0, None, None]
    assert [determine_grade(one)[0] for one in graded.notebook.cells] == [None, 0, None, None]
    assert [score.look for score in graded.scores] == [True, False, True, True]
    assert graded.unanswered == {"untouched"}


def test_cells_that_end_the_run_are_named_and_the_others_score():
    cells = [
        cell("first", "assert True"),
        new_code_cell("import os; os._exit(0)"),
        cell("loop", "while True: pass"),
        cell("last", "1.5"),
    ]
    with Runner(Limits(cell=4)) as runner:
        graded = grade(new_notebook(cells=cells), runner)
    assert [score.points for score in graded.scores] == [2, 0, 1.5]
    assert [score.status for score in graded.scores] == ["ok", "timed out", "ok"]
    assert graded.remarks == [
        "cell 2: The process that ran the cell ended itself with exit status 0.",
        "loop: The cell was still running after 4 seconds and was stopped.",
    ]
    assert graded.scores[1].message in graded.remarks[1]


def test_files_lie_beside_the_notebook(runner):
    source = "from pathlib import Path\nfloat(Path('data/points.txt').read_text())"
    graded = grade(
        new_notebook(cells=[cell("reads", source)]), runner, {"data/points.txt": b"1.25"}
    )
    assert graded.scores[0].points == 1.25


def test_a_check_can_ask_for_its_names(runner):
    check = "mark = 3\nassert {'double', 'mark'} <= set(dir())"
    notebook = new_notebook(cells=[new_code_cell("double = abs"), cell("check", check)])
    assert [score.points for score in grade(notebook, runner).scores] == [2]


def test_a_class_that_was_asked_for_may_calculate(runner):
    work = cell("Length", "class Length:\n    __add__ = lambda self, n: n + 2", 0, solution=True)
    notebook = new_notebook(cells=[work, cell("check", "assert Length() + 3 == 5")])
    assert grade(notebook, runner).scores[-1].points == 0
    work.metadata.classes = ["Length"]
    assert grade(notebook, runner).scores[-1].points == 2
