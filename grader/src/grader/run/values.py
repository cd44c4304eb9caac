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
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

_mro, _of_class = (type.__dict__[name].__get__ for name in ("__mro__", "__dict__"))

# Classes from elsewhere are taken for the student's: some libraries hold objects that equal all.
_PACKAGES = (
    sys.stdlib_module_names
    | {"gradflow", "keras", "matplotlib", "ml_dtypes", "networkx", "numpy", "pandas", "scipy"}
    | {"sklearn", "sympy", "tensorflow", "tf_keras"}
    | {"absl", "google", "pybind11_builtins"}  # on which TensorFlow's classes are built
) - {"__main__", "unittest"}

_COMPARING = ("cmath", "math", "numpy", "_operator", "unittest")  # their functions compare

# Methods of unittest that compare; but not those on what an object is or does.
_ASSERTING, _OF_OBJECTS = ("assert", "fail"), ("Is", "Raises", "Warns", "Logs", "True", "False")

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
_NUMERIC = {abs, complex, divmod, float, int, pow, round}
_OF_MANY = {max, min, sum}
_KEPT = {list, tuple, dict, str, int}  # among these, arithmetic compares nothing

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

# What a class may define and still say nothing about what its objects equal or are worth.
_SILENT_WORDS = (
    "module qualname doc slots annotations init new post_init init_subclass del call "
    "repr str format dir sizeof enter exit set_name class_getitem match_args dataclass_fields "
    "dataclass_params orig_bases parameters type_params abstractmethods static_attributes "
    "firstlineno copy deepcopy reduce reduce_ex getstate setstate getnewargs new_member"
)
_SILENT = {f"__{word}__" for word in _SILENT_WORDS.split()}

_BARE = {"abc", "enum", "typing"}

_Maker = Callable[[Any], Any]
_Seen = dict[int, tuple[Any, Any]]  # by id: an object, and what is taken in its place


class Values:
    """Knows the classes that were there before the student's code.

    Args:
        own: classes whose objects are the check's own.
    """

    def __init__(self, *own: type) -> None:
        self._trusted = _PLAIN | set(own)
        classes, waiting = set(), [object]
        while waiting:
            cls = waiting.pop()
            if cls not in classes:
                classes.add(cls)
                waiting += type.__subclasses__(cls)
        self._known = {cls for cls in classes if _package(cls) in _PACKAGES}
        self._modules = frozenset(sys.modules)
        self._proxy, self._unwrap = _proxy()
        self._asked: set[type] = set()  # classes of the student's whose operators calculate
        self._calculating = False
        self._expected: dict[int, Any] = {}  # by id: objects that a check has made to compare with
        self._known -= set(weakref.ProxyTypes)  # they ask the object that they stand for

    def know(self, cls: type) -> None:
        """Take a class that a check makes for one of the teacher's."""
        self._known.add(cls)

    def ask(self, classes: Iterable[Any]) -> None:
        """Let objects of these classes, and of no others of the student's, calculate."""
        made = [cls for cls in classes if isinstance(cls, type)]
        self._asked = {base for cls in made for base in _mro(cls) if not self._is_known(base)}

    def compare(self, left: Any, sign: str, right: Any) -> Any:
        """Do what a comparison does."""
        if sign.startswith("is"):
            return _OPERATORS[sign](left, right)
        if sign.endswith("in") and isinstance(right, Iterator):
            right = list(right)
        asks_right = sign.endswith("in") and type(right) in self._asked
        return self._operate(left, sign, right, self.operand if asks_right else self.plain)

    def calculate(self, left: Any, sign: str, right: Any) -> Any:
        """Do what an arithmetic operator does."""
        if {type(left), type(right)} <= _KEPT:
            return _OPERATORS[sign](left, right)
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
        if kind is types.BuiltinFunctionType and function in _OF_MANY:
            return partial(self._call_of_many, function)
        if kind not in _FUNCTIONS:
            return function
        if kind is types.BuiltinFunctionType and function.__name__ in _ASKING:
            if type(function.__self__) not in _HOLDERS:
                return function
            return partial(self._ask_container, function)
        package = "numpy" if kind is np.ufunc else str(function.__module__).partition(".")[0]
        if package == "_pytest":
            return partial(self._expect, function)
        if package not in _COMPARING:
            return function
        if package == "unittest" and not _compares(function.__name__):
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

    def _operate(self, left: Any, sign: str, right: Any, make: _Maker) -> Any:
        plain_left, plain_right = make(left), make(right)
        if plain_left is left or plain_right is right:
            left, right = plain_left, plain_right
        return _OPERATORS[sign](left, right)

    @staticmethod
    def _call(make: _Maker, function: Callable, /, *args: Any, **kwargs: Any) -> Any:
        """Call with what is made of the arguments, unless the first two are both strange."""
        made = tuple(map(make, args))
        pairs = zip(args[:2], made[:2], strict=True)
        if len(args) > 1 and all(one is not other for one, other in pairs):
            return function(*args, **kwargs)
        return function(*made, **{name: make(value) for name, value in kwargs.items()})

    def _call_of_many(self, function: Callable, /, *args: Any, **kwargs: Any) -> Any:
        """Call `max`, `min` or `sum`: items are compared or added, or what `key` makes of them."""
        if key := kwargs.get("key"):
            return function(*args, **{**kwargs, "key": lambda item: self.operand(key(item))})
        items = list(args[0]) if function is sum or len(args) == 1 else list(args)
        if function is sum:  # lists are joined, and nothing in them looked at
            made = [item if type(item) in _KEPT else self.operand(item) for item in items]
            return sum(made, *args[1:], **kwargs)
        made = list(map(self.operand, items))
        strange = all(one is not other for one, other in zip(items, made, strict=True))
        return function(items if strange else made, **kwargs)

    def _ask_container(self, function: Callable, /, *args: Any) -> Any:
        """Call a method of a container, unless all that is to be compared is strange."""
        held, name = function.__self__, function.__name__
        plain, made = self.plain(held), tuple(map(self.plain, args))
        compared = args[:1] if name == "get" else args
        pairs = zip(compared, made, strict=False)
        if plain is not held and all(one is not other for one, other in pairs):
            return function(*args)
        if name == "get":  # what it returns may be compared by `is`
            return function(*made[:1], *args[1:])
        return getattr(plain, name)(*made)

    def _expect(self, function: Callable, *args: Any, **kwargs: Any) -> Any:
        """Call what makes an object that says itself what it equals, such as `approx(0.3)`."""
        made = function(*args, **kwargs)
        self._expected[id(made)] = made
        return made

    def _plain(self, value: Any, seen: _Seen) -> Any:
        if type(value) in self._trusted or id(value) in self._expected:
            return value
        if id(value) not in seen:
            seen[id(value)] = (value, value)  # it may hold itself
            seen[id(value)] = (value, self._convert(value, seen))
        return seen[id(value)][1]

    def _convert(self, value: Any, seen: _Seen) -> Any:
        kind = type(value)
        mro = _mro(kind)
        known = self.knows(kind) or self._is_silent(value, mro)
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
        if self._proxy in mro:  # as TensorFlow's modules hold containers
            return self._plain(self._unwrap(value), seen)
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
        if type(value) is types.MethodType or (
            type(value).__eq__ is object.__eq__ and not hasattr(type(value), "__len__")
        ):
            return value  # it equals itself alone
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

    def _is_silent(self, value: Any, mro: tuple[type, ...]) -> bool:
        """Tell whether an object of the student's has no operators of the student's to lie by."""
        own = [cls for cls in mro if not self._is_known(cls)]
        if not all(_is_bare(cls) for cls in mro if cls not in own):
            return False
        defined = {name: one for cls in own for name, one in _of_class(cls).items()}
        names = [name for name, one in defined.items() if type(one) is not _BY_PYTHON]
        # NumPy looks some up in the object itself, which has a dictionary of Python's by now.
        return all(map(_says_nothing, names)) and all(
            map(_says_nothing, getattr(value, "__dict__", ()))
        )

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


_BY_PYTHON = types.GetSetDescriptorType  # what a class has without defining it: `__dict__`


def _is_bare(cls: type) -> bool:
    """Tell whether a known class gives its subclasses no methods that calculations go through."""
    return cls is object or issubclass(cls, BaseException) or _package(cls) in _BARE


def _says_nothing(name: str) -> bool:
    word = str.__str__(name)
    return not word.startswith("__") or word in _SILENT


def _proxy() -> tuple[type | None, _Maker]:
    """Return the class of proxies that TensorFlow uses, and what gives the object behind one."""
    if wrapt := sys.modules.get("wrapt"):
        for cls in _mro(wrapt.ObjectProxy):
            if "__wrapped__" in vars(cls):
                return cls, vars(cls)["__wrapped__"].__get__
    return None, lambda value: value


def _compares(name: str) -> bool:
    return name.startswith(_ASSERTING) and not any(word in name for word in _OF_OBJECTS)


def _package(cls: type) -> str:
    return str(cls.__module__).partition(".")[0]


def _slots(cls: type) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _stranger(kind: type) -> object:
    """Return an object that equals itself alone, under the name of the class it stands for."""
    return type(str(kind.__name__), (), {})()
