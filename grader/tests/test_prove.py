"""The gate must find what it is there to find: each fault is planted and must be named."""

import pytest

from grader import build
from grader.notebooks import read
from grader.prove import kill_table, leaks, pages
from grader.prove.stock import stock_scores

NAMES = ["01_double"]


def quiet(line):
    """Progress that nobody reads."""


@pytest.fixture
def prove(small, runner):
    def run():
        build.build(small, NAMES, NAMES, runner, progress=quiet)
        rows, problems = kill_table.measure(small, "01_double", runner, quiet)
        problems += pages.lesson_problems(small, "01_double")
        problems += pages.exercise_problems(small, "01_double")
        problems += leaks.find_leaks(small, "01_double")
        problems += leaks.find_repeats(small, "01_double", ["double"], runner)
        return rows, problems

    return run


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_sound_assignment_is_proven(prove):
    rows, problems = prove()
    assert problems == []
    (row,) = rows
    assert (row.accepted, row.right, row.rejected, row.wrong) == (4, 4, 6, 6)
    assert "| 01_double | `double` | 4/4 | 6/6 |" in kill_table.as_markdown(rows)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (".close(-23, beliefs={", ".close(-23, rtol=9, beliefs={", "wrong_fixed is wrong"),
        ("close(6, beliefs", "close(5, beliefs", "the solution fails double_check"),
        ("call(-11.5, shown", "call(3, shown", "repeats a visible one"),
        ('"value-is-slope": 3}', '"paths-multiply": 3}', "wrong_same must fail with"),
        ("points=1", "points=2", "carries too many points"),
        ("Hint 2: a pointer", "Hint 2", "has no 'Hint 2: a pointer'"),
        ("**Minutes** 1", "1", "has no '**Minutes**'"),
        ("check.passed()", "check.passed(); twice_the_given_number = 2 * 3", ""),
    ],
)
def test_a_fault_in_the_exercise_is_found(small, prove, old, new, words):
    edit(small.solution_text("01_double"), old, new)
    _, problems = prove()
    assert words in "\n".join(problems)
    assert bool(words) == bool(problems)


def test_a_check_that_does_not_call_the_stub_is_found(small, prove):
    edit(small.solution_text("01_double"), "check.call(3, ", "check.call(3, of=lambda x: 6, ")
    _, problems = prove()
    assert any("the starter does not fail double_check" in problem for problem in problems)


def test_a_solution_line_in_a_hint_is_found(small, prove):
    edit(
        small.solution_text("01_double"),
        "Hint 1: a question.",
        "Hint 1: a question. twice_the_given_number = 2 * x",
    )
    _, problems = prove()
    assert any("shows a line of a solution" in problem for problem in problems)


def test_a_right_answer_that_is_refused_is_found(small, prove):
    (small.answers / "01_double" / "double" / "right_odd.py").write_text("double = 2\n")
    rows, problems = prove()
    assert any("right_odd is right and fails" in problem for problem in problems)
    assert (rows[0].accepted, rows[0].right) == (4, 5)


def test_too_few_answers_and_answers_to_nothing_are_found(small, prove):
    folder = small.answers / "01_double"
    (folder / "double" / "right_add.py").unlink()
    (folder / "triple").mkdir()
    (folder / "triple" / "right_a.py").write_text("x = 1\n")
    _, problems = prove()
    assert "01_double double has 2 right answers beside the solution; it needs 3." in problems
    assert "grader/answers/01_double/triple answers no exercise." in problems


@pytest.mark.parametrize("part", ["After this lesson you can", "You need", "Minutes", "Predict"])
def test_a_lesson_without_its_header_is_found(small, prove, part):
    edit(small.lesson_text("01_double"), part, "x")
    _, problems = prove()
    assert len(problems) == 1
    assert part.lower() in problems[0].lower()


def test_a_picture_without_alt_text_is_found(small, prove):
    with small.lesson_text("01_double").open("a") as text:
        text.write("\n# %%\nimport matplotlib.pyplot as plt\n\nplt.plot([1, 2])\nplt.show()\n")
    _, problems = prove()
    assert problems == ["lesson 01_double shows a picture without alt text."]


def test_stock_nbgrader_gives_the_same_scores_without_the_grader(small, runner):
    build.build(small, [], NAMES, runner, progress=quiet)
    solution = read(small.solution_notebook("01_double"))
    blocked = read(small.solution_notebook("01_double"))
    cell = next(cell for cell in blocked.cells if cell.id == "double")
    cell.source = f"import grader\n{cell.source}"
    got = stock_scores(small, "01_double", {"solution": solution, "blocked": blocked})
    assert got["solution"] == {"double_check": 1.0, "double_held_out": 3.0}
    assert got["blocked"] == {"double_check": 0.0, "double_held_out": 0.0}
