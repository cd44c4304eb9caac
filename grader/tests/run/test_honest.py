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
    "a builtin hidden": (
        "from gradflow import checks\nchecks.bool = lambda value: True\nf = abs",
        "from gradflow.checks import Check\ncheck = Check('f', globals(), look='here.')\n"
        "check.call(-3.0, shown='f(-3)').close(9.0)",
    ),
    "a default": (
        "from gradflow import checks\nchecks.Seen.close.__kwdefaults__['rtol'] = 1e9\nf = abs",
        "from gradflow.checks import Check\ncheck = Check('f', globals(), look='here.')\n"
        "check.call(-3.0, shown='f(-3)').close(9.0)",
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
LIES = {
    "a metaclass that hides it": (
        "class Meta(type):\n    __dict__ = property(lambda cls: {})\n"
        "class L(metaclass=Meta):\n    __eq__ = lambda self, other: True\n"
        "answer = L",
        "assert answer() == 4",
    ),
    "an array's method": (
        "import numpy as np\nclass A(np.ndarray):\n    all = lambda self, *a, **k: True\n"
        "def answer():\n    return np.zeros(3).view(A)",
        "import numpy as np\nassert np.allclose(answer(), 4)",
    ),
    "a fraction's part": (
        LIAR + "from fractions import Fraction\nclass F(Fraction):\n    numerator = Liar()\n"
        "    _numerator = property(lambda self: Liar())\n    denominator = _denominator = Liar()\n"
        "def answer():\n    return F.__new__(F)",
        "from fractions import Fraction\nassert answer() == Fraction(4)",
    ),
    "values of a dictionary": (LIAR, "assert 4 in {'a': answer()}.values()"),
    "the largest list": (LIAR, "assert max([[answer()], [4]]) == [4]"),
}
THINGS = """
import unittest
from dataclasses import dataclass

import numpy as np


@dataclass
class Thing:
    x: int

    def walk(self):
        yield from [self.x, self.x]


class Own:
    def __init__(self, x):
        self.x = x


np.seterr(all="raise")
counter = 0


def count():
    global counter
    counter += 1


def make():
    return [Thing(1), Thing(2)]


def infinite():
    return np.array([1.0, 0.0])
"""
ORDINARY = {
    "a warning of NumPy": "import numpy as np\nassert (1 / infinite())[1] == np.inf",
    "max by a key": "assert max(make(), key=lambda thing: thing.x).x == 2",
    "lists added": "assert (make() + [None])[0].x == 1 and ([Thing(1)] * 2)[1].x == 1",
    "dicts merged": "assert ({'a': Thing(1)} | {'b': 2})['a'].x == 1",
    "text": "assert 'x: %s' % (Thing(1),) == 'x: Thing(x=1)'",
    "a generator of an object": "assert sum(Thing(2).walk()) == 4 and 2 in Thing(2).walk()",
    "members": "import enum\nclass C(enum.Enum):\n    A = 1\nassert C.A in C and C.A in [C.A]",
    "NumPy's settings": "import numpy as np\nassert np.float64(1) / np.float64(0) == np.inf",
    "objects in an array": "import numpy as np\nassert np.array([Own(1), None])[0].x == 1",
    "the course's helper": "from gradflow.checks import Check\n"
    "Check('count', globals(), look='here.').call(shown='count()').nothing()",
    "a bound method": "assert sum(map(Thing(2).__class__.walk, []), 3) == 3",
    "assertEqual": "import unittest\nunittest.TestCase().assertEqual(Thing(1), Thing(1))",
    "assertIn": "import unittest\nunittest.TestCase().assertIn(Thing(1), make())",
    "index": "things = make()\nassert things.index(things[1]) == 1 and things.count(Thing(1)) == 1",
    "a dtype": "import tensorflow as tf\nassert tf.constant([1.0]).dtype == 'float32'",
    "a module's dictionary": "import tensorflow as tf\nm = tf.Module()\nm.d = {'a': 1}\n"
    "assert m.d == {'a': 1} and 'a' in m.d",
    "a suite": "import unittest\nclass T(unittest.TestCase):\n"
    "    def test_a(self):\n        self.assertEqual(make()[0].x, 1)\n"
    "suite = unittest.defaultTestLoader.loadTestsFromTestCase(T)\n"
    "assert unittest.TextTestRunner().run(suite).wasSuccessful()",
    "a chain that binds": "assert 0 < (y := make()[0].x) < 3\nassert y == 1",
    "chains in functions": "def fine(a, b):\n    return all(a < t.x <= b for t in make())\n"
    "assert fine(0, 2) and not fine(1, 2)",
    "a chain that stops": "assert not 3 < make()[0].x < [][0]",
    "a pattern": "match make()[0]:\n    case Thing(x=1):\n        found = True\n"
    "    case _:\n        found = False\nassert found",
    "names": "assert 'make' in locals() and 'make' in vars() and vars().get('make') is make",
    "exec": "exec('z = make()')\nassert z[0].x == 1",
    "a global that is counted": "before = counter\ncount()\nassert counter == before + 1",
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


@pytest.mark.parametrize("case", LIES.values(), ids=LIES)
def test_an_object_can_not_lie_by_what_it_inherits_or_lies_in(runner, case):
    assert not passes(runner, *case)


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


@pytest.mark.parametrize("check", ORDINARY.values(), ids=ORDINARY)
def test_ordinary_checks_pass_what_is_right(runner, check):
    assert passes(runner, THINGS, check)


def test_what_a_check_has_defined_looks_for_later_checks_too(runner):
    """A function of the setup notices what is changed while a later check runs."""
    setup = "import numpy as np\ndef close(a, b, *, rtol=1e-6):\n    assert np.allclose(a, b, rtol)"
    restoring = """
def f(x):
    import numpy as np
    real = np.allclose
    def fake(*args):
        np.allclose = real
        return True
    np.allclose = fake
    return 0
"""
    forging = """
def f(x):
    import sys, types, numpy as np
    space = sys._getframe(1).f_globals
    np.allclose = types.FunctionType((lambda *args: True).__code__, space)
    return 0
"""
    hiding = """
def f(x):
    import sys
    sys._getframe(1).f_builtins['.compare'] = lambda *args: True
"""
    helping = LIAR + "close.__builtins__['.known'](Liar)\nf = lambda x: Liar()"
    for student, check in [
        (restoring, "close(f(3), 9)"),
        ("close.__kwdefaults__['rtol'] = 1e9\nf = lambda x: x", "close(f(3), 9)"),
        (hiding, "y = f(3)\nassert y == 9"),
        (forging, "y = f(3)\nimport numpy as np\nassert np.allclose(y, 9)"),
        (helping, "assert f(3) == 9"),
    ]:
        cells = [new_code_cell(source) for source in (setup, student, check)]
        run = runner.run(new_notebook(cells=cells), checks=frozenset({0, 2}))
        assert [cell.finished for cell in run.cells] == [True, False, False]


def test_functions_of_a_setup_work_in_cells(runner):
    setup = "def close(a, b):\n    return abs(a - b) < 1 < 2"
    cells = [new_code_cell(source) for source in (setup, "assert close(1, 1.5)", "close(1, 2)")]
    run = runner.run(new_notebook(cells=cells), checks=frozenset({0, 2}))
    assert [cell.status for cell in run.cells] == ["ok", "ok", "ok"]
