"""What a value in a check is worth: an object of the student's own class may lie.

`assert f(2) == 4` asks the object that `f` returned, if it likes, whether it equals 4. Here the
other side is asked: an object of a class that came with the student's code is replaced by the plain
value it is built on (an int for a subclass of int), or by one that equals nothing else. Where both
sides are such objects, their own operators are the work, and keep their meaning; and so do those
that calculate, of a class that the student was asked for, in checks that name it.
"""

import gc
import operator
import sys
import types
import weakref
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np

_mro = type.__dict__["__mro__"].__get__

# Classes from elsewhere are taken for the student's: some libraries hold objects that equal all.
_PACKAGES = (
    sys.stdlib_module_names
    | {"gradflow", "keras", "matplotlib", "ml_dtypes", "networkx", "numpy", "pandas", "scipy"}
    | {"sklearn", "sympy", "tensorflow", "tf_keras"}
) - {"__main__", "unittest"}

_COMPARING = ("cmath", "math", "numpy", "_operator", "unittest")  # their functions compare

_OF_OBJECTS = ("Is", "Raises", "Warns", "Logs")  # methods of unittest: what an object is or does

_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.is_,
    "is not": operator.is_not,
    "in": lambda item, container: item in container,
    "not in": lambda item, container: item not in container,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "@": operator.matmul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}

# Functions that make a number of what they get, and ask it how.
_NUMERIC = {abs, complex, divmod, float, int, max, min, pow, round, sum}

# Methods of built-in containers that ask what they get whether it equals what they hold.
_ASKING = {"count", "get", "index", "isdisjoint", "issubset", "issuperset"}
_ASKING |= {"difference", "intersection", "symmetric_difference", "union"}

# How to get at what an object is built on without asking the object's own class.
_BASES: dict[type, Callable[[Any], Any]] = {
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    np.ndarray: lambda value: np.ndarray.view(value, np.ndarray),
    np.generic: lambda value: np.generic.item(value),
}
_CONTAINERS: dict[type, Callable[[Any], Iterable]] = {
    list: list.__iter__,
    tuple: tuple.__iter__,
    set: set.__iter__,
    frozenset: frozenset.__iter__,
    deque: deque.__iter__,
}
_dtype, _shape = np.ndarray.dtype.__get__, np.ndarray.shape.__get__
_HOLDERS = {dict, *_CONTAINERS}
_PLAIN = {int, float, complex, bool, str, bytes, type(None), type, types.FunctionType}
_PLAIN |= {types.BuiltinFunctionType, types.ModuleType}

_Maker = Callable[[Any], Any]
_Seen = dict[int, tuple[Any, Any]]  # by id: an object, and what is taken in its place


class Values:
    """Knows the classes that were there before the student's code."""

    def __init__(self) -> None:
        classes, waiting = set(), [object]
        while waiting:
            cls = waiting.pop()
            if cls not in classes:
                classes.add(cls)
                waiting += type.__subclasses__(cls)
        self._known = {cls for cls in classes if _package(cls) in _PACKAGES}
        self._modules = frozenset(sys.modules)
        self._asked: set[type] = set()  # classes of the student's whose operators calculate
        self._calculating = False
        self._expected: dict[int, Any] = {}  # by id: objects that a check has made to compare with
        self._known -= set(weakref.ProxyTypes)  # they ask the object that they stand for

    def know(self, cls: type) -> type:
        """Take a class that a check makes for one of the teacher's; for use as a decorator."""
        self._known.add(cls)
        return cls

    def ask(self, classes: Iterable[Any]) -> None:
        """Let objects of these classes, and of no others of the student's, calculate."""
        made = [cls for cls in classes if isinstance(cls, type)]
        self._asked = {base for cls in made for base in _mro(cls) if not self._is_known(base)}

    def compare(self, left: Any, *pairs: Any) -> Any:
        """Do what a comparison does.

        Args:
            left: the first operand.
            *pairs: a sign and the next operand, or in a chain a function that returns it, ...
        """
        if len(pairs) == 2:
            return self._compare(left, *pairs)
        result: Any = True
        for sign, function in zip(pairs[::2], pairs[1::2], strict=True):
            right = function()
            result = self._compare(left, sign, right)
            if not result:
                break
            left = right
        return result

    def calculate(self, left: Any, sign: str, right: Any) -> Any:
        """Do what an arithmetic operator does."""
        return self._operate(left, sign, right, self.operand)

    def operand(self, value: Any) -> Any:
        """Return the value that an operator is to work on."""
        self._calculating = True
        try:
            return self.plain(value)
        finally:
            self._calculating = False

    def call(self, function: Any) -> Any:
        """Return what is called in a function's place: the function itself, nearly always.

        Functions that compare or calculate (`np.allclose`, `abs`) get plain values.
        """
        kind = type(function)
        if kind in _MAKERS and function in _NUMERIC:
            return partial(self._call, self.operand, function)
        if kind not in _FUNCTIONS:
            return function
        if kind is types.BuiltinFunctionType and function.__name__ in _ASKING:
            if type(function.__self__) not in _HOLDERS:
                return function
            if function.__name__ != "get":  # what it returns may be compared by `is`
                function = getattr(self.plain(function.__self__), function.__name__)
            return partial(self._call, self.plain, function)
        package = "numpy" if kind is np.ufunc else str(function.__module__).partition(".")[0]
        if package == "_pytest":
            return partial(self._expect, function)
        if package not in _COMPARING:
            return function
        if package == "unittest" and any(word in function.__name__ for word in _OF_OBJECTS):
            return function
        return partial(self._call, self.plain, function)

    def plain(self, value: Any) -> Any:
        """Return a value that can be trusted: itself where nothing in it is of the student's."""
        return self._plain(value, {})

    def number(self, value: Any) -> float | None:
        """Return a number as a float, anything else as None."""
        value = self.plain(value)
        if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
            return None
        try:
            return float(value)
        except OverflowError:
            return float("inf") if value > 0 else float("-inf")

    def _compare(self, left: Any, sign: str, right: Any) -> Any:
        if sign.startswith("is"):
            return _OPERATORS[sign](left, right)
        asks_right = sign.endswith("in") and type(right) in self._asked
        return self._operate(left, sign, right, self.operand if asks_right else self.plain)

    def _operate(self, left: Any, sign: str, right: Any, make: _Maker) -> Any:
        plain_left, plain_right = make(left), make(right)
        if plain_left is left or plain_right is right:
            left, right = plain_left, plain_right
        return _OPERATORS[sign](left, right)

    @staticmethod
    def _call(make: _Maker, function: Callable, /, *args: Any, **kwargs: Any) -> Any:
        return function(*map(make, args), **{name: make(value) for name, value in kwargs.items()})

    def _expect(self, function: Callable, *args: Any, **kwargs: Any) -> Any:
        """Call what makes an object that says itself what it equals, such as `approx(0.3)`."""
        made = function(*args, **kwargs)
        self._expected[id(made)] = made
        return made

    def _plain(self, value: Any, seen: _Seen) -> Any:
        if type(value) in _PLAIN or id(value) in self._expected:
            return value
        if id(value) not in seen:
            seen[id(value)] = (value, value)  # it may hold itself
            seen[id(value)] = (value, self._convert(value, seen))
        return seen[id(value)][1]

    def _convert(self, value: Any, seen: _Seen) -> Any:
        kind = type(value)
        mro = _mro(kind)
        known = self.knows(kind)
        for base, items in _CONTAINERS.items():
            if base in mro:
                inside = list(items(value))
                plain = [self._plain(item, seen) for item in inside]
                same = known and all(map(operator.is_, inside, plain))
                return value if same else base(plain)
        if dict in mro:
            keys, inside = list(dict.keys(value)), list(dict.values(value))
            plain = [self._plain(item, seen) for item in inside]
            plain_keys = [self._plain(key, seen) for key in keys]
            same = known and all(map(operator.is_, keys + inside, plain_keys + plain))
            return value if same else dict(zip(plain_keys, plain, strict=True))
        if np.flatiter in mro:
            return self._plain(np.flatiter.copy(value), seen)
        if known:
            return self._plain_inside(value, mro, seen)
        for base, convert in _BASES.items():
            if base in mro:
                return convert(value)
        if any("__array__" in vars(cls) for cls in mro):
            array = kind.__array__(value)
            if type(array) is np.ndarray:
                return self._plain(array, seen)
        return _stranger(kind)

    def _plain_inside(self, value: Any, mro: tuple[type, ...], seen: _Seen) -> Any:
        """Look into an object of a known class that may hold one of the student's."""
        if np.ndarray in mro:
            if _dtype(value).kind != "O":
                return value
            inside = np.ndarray.tolist(np.ndarray.ravel(value))
            plain = [self._plain(item, seen) for item in inside]
            if all(map(operator.is_, inside, plain)):
                return value
            copy = np.empty(_shape(value), object)
            copy.ravel()[:] = plain
            return copy
        if _package(type(value)) in sys.stdlib_module_names:
            slots = (name for cls in mro for name in _slots(cls))
            held = [*getattr(value, "__dict__", {}).values()]
            held += [getattr(value, name, None) for name in slots]
            held += (one for one in gc.get_referents(value) if type(one) in _HOLDERS)
            if any(self._plain(item, seen) is not item for item in held):
                return _stranger(type(value))
            if not all(self.knows(type(one)) for one in gc.get_referents(value)):
                return _stranger(type(value))  # one in C that passes comparisons on
        return value

    def knows(self, cls: type) -> bool:
        """Tell whether neither a class nor what it inherits from is of the student's code."""
        return all(map(self._is_known, _mro(cls)))

    def _is_known(self, cls: type) -> bool:
        """Tell whether a class was there before, or is of a library imported since."""
        if cls in self._known or (self._calculating and cls in self._asked):
            return True
        module = sys.modules.get(str(cls.__module__))
        found = (
            module is not None
            and cls.__module__ not in self._modules
            and _package(cls) in _PACKAGES
            and cls not in weakref.ProxyTypes
            and getattr(module, cls.__name__, None) is cls
            and str(getattr(module, "__file__", "")).startswith((sys.prefix, sys.base_prefix))
        )
        if found:
            self._known.add(cls)
        return found


_MAKERS = {type, types.BuiltinFunctionType}
_FUNCTIONS = {
    types.FunctionType,
    types.MethodType,
    types.BuiltinFunctionType,
    np.ufunc,
    type(np.allclose),
}


def _package(cls: type) -> str:
    return str(cls.__module__).partition(".")[0]


def _slots(cls: type) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _stranger(kind: type) -> object:
    """Return an object that equals itself alone, under the name of the class it stands for."""
    return type(str(kind.__name__), (), {})()
