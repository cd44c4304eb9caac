"""Checks that lean on Python's own tools: no cell can make them say yes, right work passes."""

import sys

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from grader.run import Limits, Runner

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks for each case")

LIAR = """
class Liar:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 3

    def __getitem__(self, place):
        return self

    __lt__ = __gt__ = __le__ = __ge__ = __contains__ = __eq__


def answer():
    return Liar()
"""
PATCHED = {
    "chance": (
        "import random\nrandom.randint = lambda low, high: 3",
        "from random import randint\nassert {randint(0, 999) for _ in range(20)} == {3}",
    ),
    "statistics": (
        "import statistics\nstatistics.mean = lambda values: 3",
        "import statistics\nassert statistics.mean([1, 1]) == 3",
    ),
    "an inherited method that nobody names": (
        "import contextlib\ncontextlib.redirect_stdout.__exit__ = lambda *args: True",
        "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()):\n    assert 1 == 2",
    ),
    "a method that nobody names": (
        "import tensorflow as tf\ntf.GradientTape.__exit__ = lambda *args: True",
        "import tensorflow as tf\nwith tf.GradientTape():\n    assert 1 == 2",
    ),
}
ASKED = {
    "assertIn": "import unittest\nunittest.TestCase().assertIn(answer(), [4])",
    "assertNotIn": "import unittest\nunittest.TestCase().assertNotIn(4, [answer(), 4])",
    "assertIn the answer": "import unittest\nunittest.TestCase().assertIn(7, answer())",
    "assertGreater": "import unittest\nunittest.TestCase().assertGreater(answer(), 4)",
    "approx": "from pytest import approx\nassert answer() == approx(4)",
    "dict.get": "assert {3: 'yes'}.get(answer()) == 'yes'",
    "list.index": "assert [4].index(answer()) == 0",
    "list.count": "assert [4].count(answer()) == 1",
    "issubset": "assert {answer()}.issubset({3})",
}
FINE = {
    "assertRaises": "import unittest\n"
    "with unittest.TestCase().assertRaises(KeyError):\n    raise KeyError",
    "assertIs": "import unittest\nvalue = Liar()\nunittest.TestCase().assertIs(value, value)",
    "assertIsInstance": "import unittest\nunittest.TestCase().assertIsInstance(answer(), Liar)",
    "approx": "from pytest import approx\nassert 0.1 + 0.2 == approx(0.3)",
    "dict.get": "assert {3: 'yes'}.get(3) == 'yes'",
}

VECTOR = """
class Vector:
    def __init__(self, x):
        self.x = x

    def __add__(self, other):
        return Vector(self.x + getattr(other, "x", other))

    __radd__ = __add__

    def __neg__(self):
        return Vector(-self.x)

    def __abs__(self):
        return abs(self.x)

    def __contains__(self, number):
        return number == self.x

    def __eq__(self, other):
        return True
"""
CLASSES = {
    "with a number": "assert (Vector(2) + 3).x == 5 and (3 + Vector(2)).x == 5",
    "in place": "v = Vector(2)\nv += 3\nassert v.x == 5",
    "a sign": "assert (-Vector(2)).x == -2",
    "a function": "assert abs(Vector(-2)) == 2 and sum([Vector(1), Vector(2)]).x == 3",
    "a member": "assert 2 in Vector(2) and 3 not in Vector(2)",
}


@pytest.fixture(scope="module")
def runner():
    """Without a sandbox: nothing here tries to get out."""
    with Runner(Limits(cell=20, run=60)) as runner:
        yield runner


def passes(runner, student, check, **asked):
    cells = [new_code_cell(student), new_code_cell(check)]
    first, second = runner.run(new_notebook(cells=cells), checks=frozenset({1}), **asked).cells
    assert first.status == "ok"
    return second.finished


@pytest.mark.parametrize("case", PATCHED.values(), ids=PATCHED)
def test_what_a_cell_has_patched_is_put_back_for_a_check(runner, case):
    assert not passes(runner, *case)


@pytest.mark.parametrize("check", ASKED.values(), ids=ASKED)
def test_an_object_that_equals_everything_equals_nothing(runner, check):
    assert not passes(runner, LIAR, check)


@pytest.mark.parametrize("check", FINE.values(), ids=FINE)
def test_what_is_right_passes(runner, check):
    assert passes(runner, LIAR, check)


@pytest.mark.parametrize("check", CLASSES.values(), ids=CLASSES)
def test_a_class_that_was_asked_for_calculates(runner, check):
    assert passes(runner, VECTOR, check, classes=frozenset({"Vector"}))


@pytest.mark.parametrize("check", ["assert Vector(2) == 3", "assert f() + 1 == 3"])
def test_a_class_that_was_asked_for_is_not_asked_whether_it_is_right(runner, check):
    """Not about equality, and not at all in checks of something else."""
    student = VECTOR + "\n\ndef f():\n    return Vector(2)"
    assert not passes(runner, student, check, classes=frozenset({"Vector"}))
