"""Checks that say what was seen, which belief that proves, and where to look.

A check cell opens a `Check` for the learner's name, calls the learner's work through it, and
compares what comes back:

    check = Check("num_grad", globals(), look="lesson 01, 'From both sides'; hint 1")
    check.call(f, x, 0.1, shown="num_grad(f, [1, 2], 0.1)").close(want, beliefs={...})
    check.passed()

Each comparison looks at `None` and type first, then at the shape, then at the values. A belief is
named only when what was seen is what that belief gives, and the right answer is something else.
"""

import ast
import contextlib
import dis
import linecache
import logging
import math
import numbers
import os
import re
import sys
import tempfile
import textwrap
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gradflow.beliefs import BELIEFS

import numpy as np

WIDTH = 79
PREDICT = "Replace each ... by your prediction, before you run anything."
PASSED = "{name}: passed. A held-out check with other values runs when your work is graded."
FILLED_IN = "{name}: all are filled in. Whether they are right is checked when your work is graded."
AUTOGRAPH = "__autograph_generated_file"
TRACED_LINE = re.compile(r'^ *File "[^"]+", line \d+, in .+  \*\n +(.+?) *$', re.M)
HEADINGS = ("in user code:", "Graph execution error:")


class CheckFailed(AssertionError):
    """A check saw something wrong.

    Its text is two or three parts, each line shorter than 80 columns: `Seen:`, `Belief:` where one
    is proven, `Look:`. Jupyter shows these lines alone, without a traceback.
    """

    def __init__(self, seen: str, *, belief: str | None = None, look: str) -> None:
        self.belief = belief
        parts = [_wrap("Seen", seen)]
        if belief:
            parts.append(_wrap("Belief", f"[{belief}], but {BELIEFS[belief]}"))
        parts.append(_wrap("Look", look))
        super().__init__("\n".join(parts))

    def _render_traceback_(self) -> list[str]:
        return str(self).split("\n")


class NotWritten(NotImplementedError):
    """The learner has not replaced the stub yet; Jupyter shows its sentence alone."""

    def _render_traceback_(self) -> list[str]:
        return [f"Not written yet. {self}"]


class Check:
    """One check of one exercise.

    Args:
        name: the name that the learner defines, as in `def num_grad`.
        scope: the notebook's `globals()`.
        look: where to look when it fails: a lesson's section, a hint.
        held_out: True for the check that runs when work is graded.

    Raises:
        CheckFailed: the notebook has no such name.
    """

    def __init__(
        self, name: str, scope: Mapping[str, Any], *, look: str, held_out: bool = False
    ) -> None:
        self.name = name
        self.look = look
        self.held_out = held_out
        self._passed = PASSED
        self._own_file = sys._getframe(1).f_code.co_filename
        if name not in scope:
            raise CheckFailed(
                f"there is no `{name}` in this notebook.",
                look=f"run the cell that defines `{name}`, and keep its name as it was.",
            )
        self.answer = scope[name]
        self._scope, self._before = scope, dict(scope)

    def call(self, *args: Any, shown: str, of: Callable | None = None, **kwargs: Any) -> "Seen":
        """Call the learner's function and wrap what it returns.

        What it writes to stderr, and what is logged meanwhile, is kept off stderr: nbgrader takes
        any text there for a failure.

        Args:
            *args: given to the function as they are.
            shown: the call as the message shows it, as in `num_grad(f, [1, 2], 0.1)`.
            of: another callable than the learner's name, such as a function it returned.
            **kwargs: given to the function as they are.

        Raises:
            NotWritten: the stub is still there.
            CheckFailed: the function raised anything else.
        """
        function = self.answer if of is None else of
        if not callable(function):
            raise self.failure(f"`{shown}` can't be called: it is {_kind(function)}.")
        try:
            with _quiet():
                value = function(*args, **kwargs)
        except Exception as error:
            if sentence := self._stub_of(error):
                raise NotWritten(sentence) from None
            place = _place(error, self._own_file)
            clash = _clash(error, self._own_file)
            raise self.failure(
                f"{shown} raised {type(error).__name__}: {_gist(error)}{place}{clash}"
            ) from error
        return Seen(self, value, shown)

    def that(self, value: Any, shown: str) -> "Seen":
        """Wrap something other than a call's result, such as a gradient taken through it."""
        return Seen(self, value, shown)

    def require(self, truth: Any, seen: str, belief: str | None = None) -> None:
        """Fail with `seen` unless `truth` holds.

        Raises:
            CheckFailed: `truth` is false.
        """
        if not truth:
            raise self.failure(seen, belief)

    def failure(self, seen: str, belief: str | None = None) -> CheckFailed:
        """The failure to raise: what was seen, the belief it proves if any, where to look."""
        return CheckFailed(seen, belief=belief, look=self.look)

    def predictions(
        self, keys: Sequence[str], words: Sequence[str] = (), *, words_only: bool = False
    ) -> dict[str, Any]:
        """The learner's `answers`, when their form is right.

        Args:
            keys: the letters that must be there.
            words: the words that may stand for an answer, beside numbers and None.
            words_only: True where numbers and None are no answers.

        Raises:
            NotWritten: an answer is still `...`.
            CheckFailed: a letter is missing, or an answer is no number, None or printed word.
        """
        self._passed = FILLED_IN
        answers = self.answer
        self.require(isinstance(answers, Mapping), f"`{self.name}` is {_kind(answers)}, no dict.")
        missing = [key for key in keys if key not in answers]
        self.require(not missing, f"`{self.name}` has no answer for {', '.join(missing)}.")
        if any(answers[key] is Ellipsis for key in keys):
            raise NotWritten(f"{self.name}: {PREDICT}")
        given = {key: _plain_word(answers[key]) for key in keys}
        allowed = f"must be one of {', '.join(words)}"
        if not words_only:
            allowed = f"may be a number, None{_or_words(words)}"
        for key, one in given.items():
            other = not words_only and (one is None or _is_number(one))
            self.require(
                one in words if type(one) is str else other,
                f"answer {key} is {one!r}; it {allowed}.",
            )
        return given

    def compare_predictions(
        self,
        answers: Mapping[str, Any],
        outcomes: Mapping[str, "Outcome"],
    ) -> None:
        """Compare predictions with what the graphs gave when they were run.

        Raises:
            CheckFailed: one differs; the first is shown with its belief, the others are listed.
        """
        wrong = [key for key, outcome in outcomes.items() if not outcome.accepts(answers[key])]
        if not wrong:
            return
        first = wrong[0]
        others = f" Also off: {', '.join(wrong[1:])}." if wrong[1:] else ""
        outcome = outcomes[first]
        raise self.failure(
            f"{first} gave {_text(outcome.value)} when it was run; you said "
            f"{_text(answers[first])}.{others}",
            outcome.belief_of(answers[first]),
        )

    def _stub_of(self, error: Exception) -> str | None:
        """The stub's sentence, if it is the stub that raised: libraries raise this error too."""
        if not isinstance(error, NotImplementedError):
            return None
        found = re.search(rf"\b{re.escape(self.name)}: .+", str(error))
        return found[0] if found else None

    def passed(self) -> None:
        """Tell the learner what the visible check found, and that another one will run.

        Names that the notebook had before the check took them get their old values back.
        """
        if isinstance(self._scope, dict):
            for name in _taken(self._own_file) & self._before.keys():
                self._scope[name] = self._before[name]
        if not self.held_out:
            print(self._passed.format(name=self.name))


@dataclass(frozen=True)
class Outcome:
    """What a graph gave, and what wrong beliefs would have said.

    Attributes:
        value: a number, None or a word.
        beliefs: belief id to the answer that this belief gives.
        none_is_zero: whether None and 0 are both right where no gradient flows.
    """

    value: Any
    beliefs: Mapping[str, Any]
    none_is_zero: bool = False

    def accepts(self, given: Any) -> bool:
        """Whether `given` is the answer, numbers at rtol 1e-4."""
        if self.none_is_zero and _is_nothing(self.value):
            return _is_nothing(given)
        return _same_answer(given, self.value)

    def belief_of(self, given: Any) -> str | None:
        """The one belief that gives `given`, or None where there is no one such."""
        found = [name for name, said in self.beliefs.items() if _same_answer(given, said)]
        return found[0] if len(found) == 1 else None


@dataclass(frozen=True)
class Seen:
    """A value that was seen, with the words for it."""

    check: Check
    value: Any
    shown: str

    def close(
        self,
        want: Any,
        *,
        rtol: float = 1e-4,
        atol: float = 0.0,
        dtype: str | None = None,
        beliefs: Mapping[str, Any] | None = None,
    ) -> np.ndarray:
        """Require numbers close to `want`: |seen - want| <= atol + rtol |want|, entry by entry.

        Args:
            want: the right value, a number or an array.
            rtol: relative tolerance.
            atol: absolute tolerance, in the unit of the value.
            dtype: the dtype that arrays and tensors must have; None accepts any.
            beliefs: belief id to the value that this belief gives (None is a value too).

        Returns:
            The value as an array.

        Raises:
            CheckFailed: type, shape, dtype or a value is off.
        """
        beliefs = beliefs or {}
        want = np.asarray(want)
        got = self.array(beliefs)
        proven = _proven(got, want, beliefs, rtol, atol)
        if got.shape != want.shape:
            raise self._failure(f"has shape {got.shape}; the right shape is {want.shape}", proven)
        own_dtype = getattr(self.value, "dtype", None)
        if dtype and own_dtype is not None and got.dtype != np.dtype(dtype):
            raise self._failure(f"has dtype {got.dtype}; it must be {dtype}", proven)
        if not _all_close(got, want, rtol, atol):
            seen, right, there = _apart(got, want)
            raise self._failure(f"is {seen}; it should be {right}{there}", proven)
        return got

    def bitwise(self, want: Any, beliefs: Mapping[str, Any] | None = None) -> None:
        """Require the very bits of `want`: for what must not have moved at all.

        Raises:
            CheckFailed: a bit differs.
        """
        want = np.asarray(want)
        got = self.array(beliefs or {})
        if got.dtype != want.dtype or got.shape != want.shape or got.tobytes() != want.tobytes():
            proven = _proven(got, want, beliefs or {}, 1e-6, 0.0)
            seen, right, there = _apart(got, want)
            raise self._failure(f"is {seen}; it must stay exactly {right}{there}", proven)

    def nothing(self, beliefs: Mapping[str, Any] | None = None) -> None:
        """Require that no gradient arrived: None, or zero in every entry.

        Raises:
            CheckFailed: a gradient arrived.
        """
        if self.value is None:
            return
        got = self.array({})
        if np.any(got != 0) or np.any(np.isnan(got)):
            proven = _proven(got, np.zeros_like(got), beliefs or {}, 1e-4, 0.0)
            raise self._failure(f"is {_text(got)}; no gradient may arrive here", proven)

    def truth(self, want: bool, belief: str | None = None) -> None:
        """Require the truth value `want`; a NumPy or tensor bool will do.

        Raises:
            CheckFailed: it is no single truth value, or the other one.
        """
        value = _plain(self.value)
        if np.shape(value) != () or np.asarray(value).dtype != np.bool_:
            raise self._failure(f"is {_kind(self.value)}; it must be True or False")
        if bool(value) is not want:
            raise self._failure(f"is {bool(value)}; it should be {want}", belief)

    def array(self, beliefs: Mapping[str, Any]) -> np.ndarray:
        """The value as a numeric array; `IndexedSlices` become dense.

        Raises:
            CheckFailed: it is None or holds no numbers.
        """
        if self.value is None:
            proven = [name for name, said in beliefs.items() if said is None]
            raise self._failure("is None", proven[0] if len(proven) == 1 else None)
        try:
            array = np.asarray(_plain(self.value))
        except (ValueError, TypeError, NotImplementedError):
            array = np.asarray(None)
        if not (np.issubdtype(array.dtype, np.number) or array.dtype == bool):
            raise self._failure(f"is {_kind(self.value)}; it must hold numbers")
        return array

    def _failure(self, what: str, belief: str | None = None) -> CheckFailed:
        return self.check.failure(f"{self.shown} {what}.", belief)


def _plain(value: Any) -> Any:
    """Tensors, variables and IndexedSlices as arrays, lists of them as lists of arrays."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if "tensorflow" in sys.modules:
        import tensorflow as tf

        if isinstance(value, tf.IndexedSlices):
            value = tf.convert_to_tensor(value)
        if isinstance(value, tf.Variable | tf.Tensor | tf.keras.Variable):
            return np.asarray(tf.convert_to_tensor(value))
    return value


def _proven(
    got: np.ndarray, want: np.ndarray, beliefs: Mapping[str, Any], rtol: float, atol: float
) -> str | None:
    """The one belief whose value was seen and is not the right value."""
    found = [
        name
        for name, said in beliefs.items()
        if said is not None
        and np.shape(said) == got.shape
        and _all_close(got, np.asarray(said), max(rtol, 1e-6), atol)
        and not (np.shape(said) == want.shape and _all_close(np.asarray(said), want, rtol, atol))
    ]
    return found[0] if len(found) == 1 else None


def _all_close(got: np.ndarray, want: np.ndarray, rtol: float, atol: float) -> bool:
    return bool(np.allclose(got, want, rtol=rtol, atol=atol, equal_nan=True))


def _same_answer(given: Any, want: Any) -> bool:
    if given is None or want is None or isinstance(given, str) or isinstance(want, str):
        return given is want or (type(given) is str and given == want)
    return math.isclose(float(_plain(given)), float(want), rel_tol=1e-4, abs_tol=1e-9)


def _plain_word(value: Any) -> Any:
    """A word as plain str, be it NumPy's or an enum's; anything else as it is."""
    return str.__str__(value) if issubclass(type(value), str) else value


def _is_nothing(value: Any) -> bool:
    return value is None or (_is_number(value) and float(_plain(value)) == 0.0)


def _is_number(value: Any) -> bool:
    if isinstance(value, numbers.Real):
        return not isinstance(value, bool)
    array = np.asarray(_plain(value))
    return array.shape == () and np.issubdtype(array.dtype, np.number)


def _kind(value: Any) -> str:
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def _text(value: Any) -> str:
    """A value in a few words: numbers with six digits, long arrays shortened."""
    if value is None or isinstance(value, str):
        return repr(value)
    array = np.asarray(_plain(value))
    if array.shape == ():
        return f"{array[()]:.6g}" if np.issubdtype(array.dtype, np.number) else str(array[()])
    shown = np.array2string(
        array,
        threshold=8,
        edgeitems=2,
        separator=", ",
        formatter={"float_kind": lambda number: f"{number:.6g}"},
    )
    return " ".join(shown.split())


def _apart(got: np.ndarray, want: np.ndarray) -> tuple[str, str, str]:
    """Both in a few words; where these are the same words, the entry that is most off, in full."""
    seen, right = _text(got), _text(want)
    if seen != right or got.shape != want.shape or not got.size:
        return seen, right, ""
    if got.dtype != want.dtype and _all_close(got, want, 0.0, 0.0):
        return f"{seen} ({got.dtype})", f"{right} ({want.dtype})", ""
    off = np.nan_to_num(np.abs(got.astype(complex) - want.astype(complex)), nan=np.inf)
    if not off.any() and got.dtype.kind == "f":
        off = np.signbit(got) != np.signbit(want)
    at = np.unravel_index(np.argmax(off), off.shape)
    place = f" at {[int(i) for i in at]}" if at else ""
    return f"{got[at]!s}{place}", str(want[at]), " there" if at else ""


def _wrap(head: str, text: str) -> str:
    return textwrap.fill(
        f"{head}: {' '.join(text.split())}",
        width=WIDTH,
        subsequent_indent=" " * (len(head) + 2),
        break_on_hyphens=False,
    )


def _or_words(words: Sequence[str]) -> str:
    return f" or one of {', '.join(words)}" if words else ""


def _gist(error: BaseException) -> str:
    """The line of an error's message that says most: below TensorFlow's headings, the last."""
    lines = [line.strip() for line in str(error).split("\n") if line.strip()] or ["no message"]
    line = lines[0]
    if line in HEADINGS:
        said = [line for line in lines[1:] if not line.startswith(("File ", "[["))]
        line = said[-1] if said else line
        line = line.removeprefix(f"{type(error).__name__}: ")
    return textwrap.shorten(line, width=200, placeholder=" ...")


def _place(error: BaseException, check_file: str) -> str:
    """The last line of the learner's notebook that the error went through, if any."""
    found = ""
    step = error.__traceback__
    while step:
        name = step.tb_frame.f_code.co_filename
        if AUTOGRAPH in name:
            if lines := TRACED_LINE.findall(str(error)):
                found = f" (at `{lines[-1]}`)"
        elif step.tb_frame.f_globals.get("__name__") == "__main__" and name != check_file:
            line = linecache.getline(name, step.tb_lineno).strip()
            if line:
                found = f" (at `{line}`)"
        step = step.tb_next
    return found


def _clash(error: BaseException, check_file: str) -> str:
    """A word on a global name that the error's path reads and that the check cell took too."""
    read = set()
    step = error.__traceback__
    while step:
        code = step.tb_frame.f_code
        outside = code.co_filename != check_file
        if outside and step.tb_frame.f_globals.get("__name__") == "__main__":
            named = (i.argval for i in dis.get_instructions(code) if i.opname.endswith("_GLOBAL"))
            read.update(named)
        step = step.tb_next
    both = sorted(read & _taken(check_file))
    names = ", ".join(f"`{name}`" for name in both[:3])
    return f" The check gives {names} a value of its own; take another name." if both else ""


def _taken(check_file: str) -> set[str]:
    """The names that a check cell assigns or defines, by itself and not inside its functions."""
    try:
        body = ast.parse("".join(linecache.getlines(check_file))).body
    except SyntaxError:
        return set()
    found, todo = set(), list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif not isinstance(node, ast.Lambda | ast.ListComp | ast.DictComp | ast.GeneratorExp):
            todo += ast.iter_child_nodes(node)
    return found


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Send stderr, at both its levels, to stdout, and hold back logs and warnings."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with (
            _descriptor_2_to_stdout(),
            contextlib.redirect_stderr(sys.stdout),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


@contextlib.contextmanager
def _descriptor_2_to_stdout() -> Iterator[None]:
    """Print what compiled code wrote to descriptor 2 (`tf.print` does) through sys.stdout."""
    with tempfile.TemporaryFile() as caught:
        kept = os.dup(2)
        os.dup2(caught.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            caught.seek(0)
            text = caught.read().decode(errors="replace")
            if text:
                print(text, end="")
