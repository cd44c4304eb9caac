"""Students' code that attacks or breaks the run, and right work that graders punish.

Each file of `hostile/code` is what a student wrote in the cell of `add`, or in others that it
marks. It says what its three exercises deserve. The notebook is graded in the sandbox, with checks
in plain asserts and (but for files that say `once`) with the course's own helper.
"""

import re
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from grader.run import Limits, Runner

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox needs Linux")

FILES = sorted((Path(__file__).parents[2] / "hostile" / "code").glob("*.py"))
LIMITS = Limits(cell=3, run=60, memory=5 * 1024**3 // 4, processes=40, text=100_000, outputs=200)
EXERCISES = ("add", "sub", "share")

RIGHT = {
    "add": "def add(a, b):\n    return a + b",
    "sub": "def sub(a, b):\n    return a - b",
    "share": "def share(part, whole):\n    return part / whole",
}

PLAIN = {
    "setup": """import math

import numpy as np


def close(got, want):
    return math.isclose(got, want)""",
    "add": "assert add(1, 2) == 3",
    "add_held_out": """# held out: marker-8317
want = 5
assert add(2, 3) == want, "the sum is wrong"
assert not add(2, 3) != want
assert close(add(0.5, 0.25), 0.75)
assert np.allclose(add(20, 30), 50)
assert abs(add(4, 4) - 8) < 1e-9
assert sum([add(1, 1), add(2, 2)]) == 6
assert [add(1, 1), add(2, 2)] == [2, 4]
assert all(add(number, 1) == number + 1 for number in range(5))
assert 6 < add(3, 4) < 8
assert add(1, 0) in (1, 2)
result = add(1, 1)""",
    "sub": "assert sub(3, 1) == 2",
    "sub_held_out": "assert sub(30, 1) == 29 and close(sub(0.5, 0.25), 0.25)",
    "share": "assert share(1, 2) == 0.5",
    "share_held_out": """score = 0.0
if share(1, 4) == 0.25:
    score += 0.5
if share(3, 4) == 0.75:
    score += 0.5
score""",
}

HELPER = {
    "setup": "from gradflow.checks import Check",
    "add": """check = Check("add", globals(), look="here.")
check.call(1, 2, shown="add(1, 2)").close(3)
check.passed()""",
    "add_held_out": """# held out: marker-8317
check = Check("add", globals(), look="here.", held_out=True)
for a, b in [(2, 3), (20, 30), (0.5, 0.25)]:
    check.call(a, b, shown=f"add({a}, {b})").close(a + b)
check.passed()""",
    "sub": """check = Check("sub", globals(), look="here.")
check.call(3, 1, shown="sub(3, 1)").close(2)""",
    "sub_held_out": """check = Check("sub", globals(), look="here.", held_out=True)
check.call(30, 1, shown="sub(30, 1)").close(29)""",
    "share": """check = Check("share", globals(), look="here.")
check.call(1, 2, shown="share(1, 2)").close(0.5)""",
    "share_held_out": """check = Check("share", globals(), look="here.", held_out=True)
score = 0.0
for part in (1, 3):
    check.call(part, 4, shown=f"share({part}, 4)").close(part / 4)
    score += 0.5
score""",
}


@pytest.fixture(scope="module")
def runner():
    """One sandbox for all."""
    with Runner(LIMITS, sandbox=True) as runner:
        yield runner


def written(path):
    """What a file says about itself, and its cells by exercise."""
    text = path.read_text(encoding="utf-8")
    facts = dict(re.findall(r"^# (honest|only): (.*)$", text, re.M))
    facts["prints"] = re.findall(r"^# prints: (.*)$", text, re.M)
    facts["once"] = "\n# once\n" in text
    parts = re.split(r"^# %% (\w+)\n", text, flags=re.M)
    cells = dict(zip(parts[1::2], parts[2::2], strict=True))
    if "def " in parts[0] or "add" in parts[0]:
        cells["add"] = parts[0]
    return facts, cells


def cases():
    for path in FILES:
        facts, _ = written(path)
        for name, checks in (("plain", PLAIN), ("gradflow", HELPER)):
            if facts.get("only", name) == name and not (facts["once"] and name == "gradflow"):
                yield pytest.param(path, checks, id=f"{path.stem}-{name}")


def notebook(cells, checks):
    """The student's cells and the checks, with the places of the checks by name."""
    places, sources = {"setup": 0}, [checks["setup"]]
    for exercise in EXERCISES:
        sources.append(cells.get(exercise, RIGHT[exercise]))
        if exercise == "add" and "extra" in cells:
            sources.append(cells["extra"])
        for name in (exercise, f"{exercise}_held_out"):
            places[name] = len(sources)
            sources.append(checks[name])
    return new_notebook(cells=[new_code_cell(source) for source in sources]), places


def grade(runner, cells, checks):
    given, places = notebook(cells, checks)
    run = runner.run(
        given,
        checks=frozenset(places.values()),
        held_out=frozenset(place for name, place in places.items() if name.endswith("_held_out")),
    )
    nbformat.validate(run.notebook)
    return run, places


def points(cell):
    """What a check of one point gave, as a grader should count it."""
    if not cell.finished:
        return 0
    return 1 if cell.value is None else cell.value if 0 <= cell.value <= 1 else 0


def scores(run, places):
    by_index = {cell.index: cell for cell in run.cells}
    return [
        sum(points(by_index[places[name]]) for name in (exercise, f"{exercise}_held_out"))
        for exercise in EXERCISES
    ]


def shown(run):
    return nbformat.writes(
        nbformat.from_dict(
            {**run.notebook, "cells": [{**cell, "source": ""} for cell in run.notebook.cells]}
        )
    )


@pytest.mark.parametrize(("path", "checks"), list(cases()))
def test_each_exercise_gets_what_it_deserves(runner, path, checks):
    facts, cells = written(path)
    run, places = grade(runner, cells, checks)
    assert scores(run, places) == [int(point) for point in facts["honest"].split()], run.cells
    outputs = shown(run)
    assert "marker-8317" not in outputs
    assert "allclose(add" not in outputs
    for text in facts["prints"]:
        assert text in outputs


def test_a_plain_process_is_as_honest():
    cells = {
        name: cell
        for stem in ("patches_in_the_check", "partial_full")
        for name, cell in written(next(path for path in FILES if path.stem == stem))[1].items()
    }
    with Runner(LIMITS, plain=True) as plain:
        run, places = grade(plain, cells, PLAIN)
    assert scores(run, places) == [0, 2, 0]
    assert "score" in run.cells[places["share_held_out"]].tampering
