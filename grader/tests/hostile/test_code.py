"""Students' code that attacks or breaks the run, with checks by the course's own helper.

`test_everybody` grades the same cases with checks in plain asserts.
"""

import sys

import nbformat
import pytest
from code_cases import CASES, EXERCISES, HELPER, PLAIN, RIGHT
from everybody import LIMITS
from nbformat.v4 import new_code_cell, new_notebook

from grader.run import Runner

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox needs Linux")


@pytest.fixture(scope="module")
def runner():
    """One sandbox for all."""
    with Runner(LIMITS, sandbox=True) as runner:
        yield runner


def notebook(cells, checks):
    """The student's cells and the checks, with the places of the checks by name."""
    places, sources = {"setup": 0}, [checks["setup"]]
    for exercise in EXERCISES:
        sources.append(cells.get(exercise, RIGHT[exercise]))
        if exercise == "add" and "extra" in cells:
            sources.append(cells["extra"])
        for name in (f"{exercise}_check", f"{exercise}_held_out"):
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
        sum(points(by_index[places[f"{exercise}_{end}"]]) for end in ("check", "held_out"))
        for exercise in EXERCISES
    ]


def shown(run):
    return nbformat.writes(
        nbformat.from_dict(
            {**run.notebook, "cells": [{**cell, "source": ""} for cell in run.notebook.cells]}
        )
    )


@pytest.mark.parametrize(
    "case", [case for case in CASES if "gradflow" in case.checks], ids=lambda case: case.name
)
def test_each_exercise_gets_what_it_deserves(runner, case):
    run, places = grade(runner, case.cells, HELPER)
    assert scores(run, places) == list(case.honest), run.cells
    outputs = shown(run)
    assert "marker-8317" not in outputs
    for text in case.prints:
        assert text in outputs


def test_a_plain_process_is_as_honest():
    cells = {}
    for case in CASES:
        if case.name in ("patches_in_the_check", "partial_full"):
            cells |= case.cells
    with Runner(LIMITS, plain=True) as plain:
        run, places = grade(plain, cells, PLAIN)
    assert scores(run, places) == [0, 2, 0]
    assert "score" in run.cells[places["share_held_out"]].tampering
