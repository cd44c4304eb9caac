"""What modules and classes held before the student's code: put back for a check, compared after it.

All of them are far too many to look at: a look at a function writes its reference count, which in a
forked process copies its page. So a check's own names say what is looked at: wherever a module or
a class has such a name, and what the functions found there call in turn. What `gradflow` and the
interpreter offer, and the operators of tensors, is looked at always.
"""

import builtins
import dataclasses
import gc
import sys
import types
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, repeat
from operator import attrgetter, is_
from typing import Any, Self

import numpy as np

_PACKAGES = sys.stdlib_module_names | {"numpy", "tensorflow", "keras", "gradflow"}
_ALWAYS = {"builtins", "math", "operator", "gradflow"}  # packages all of whose names are looked at
_HELPER = "gradflow"
_FOLLOWED = {"numpy", _HELPER}  # packages in which what a function calls is looked at too,
_INTERNAL = ("tensorflow.python.", "tensorflow.core.", "keras.src.")
_COMMON = 100  # a method's name that more classes have (`call`) says nothing
_CALLS = 4  # so many calls deep

_DISPATCHER = type(np.allclose)  # of NumPy's functions that other array classes may take over

_CODE = {
    types.FunctionType,
    types.MethodType,
    types.BuiltinFunctionType,
    types.ModuleType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.GetSetDescriptorType,
    staticmethod,
    classmethod,
    property,
    np.ufunc,
    _DISPATCHER,
}
_OPERATORS = (
    "eq ne lt le gt ge bool len contains getitem iter call getattr getattribute hash abs neg "
    "add sub mul truediv floordiv mod pow matmul radd rsub rmul rtruediv float int index array "
    "array_ufunc array_function class instancecheck"
)
_ABSENT = object()
_dict = type.__dict__["__dict__"].__get__
_inside = attrgetter("__code__", "__defaults__", "__kwdefaults__")


@dataclasses.dataclass(frozen=True, slots=True)
class _Place:
    """A name somewhere, and what it stood for."""

    owner: Any  # a class, or the name of a module
    space: dict[str, Any]  # where the name is looked up
    name: str
    value: Any

    def now(self) -> Any:
        return self.space.get(self.name)

    def put_back(self) -> None:
        if not isinstance(self.owner, type):
            if self.value is _ABSENT:
                del self.space[self.name]
            else:
                self.space[self.name] = self.value
        elif self.value is _ABSENT:
            type.__delattr__(self.owner, self.name)
        else:
            type.__setattr__(self.owner, self.name, self.value)

    def __str__(self) -> str:
        owner = self.owner.__qualname__ if isinstance(self.owner, type) else self.owner
        return f"{owner}.{self.name}"


@dataclasses.dataclass(frozen=True, slots=True)
class _Function:
    """A function, and what it was made of."""

    function: types.FunctionType
    inside: tuple
    cells: tuple[tuple[types.CellType, types.FunctionType], ...]  # functions that it closes over
    keywords: tuple[_Place, ...]  # defaults of arguments that only have names

    @classmethod
    def of(cls, function: types.FunctionType) -> Self:
        cells = ((cell, _content(cell)) for cell in function.__closure__ or ())
        held = tuple((cell, held) for cell, held in cells if type(held) is types.FunctionType)
        name, keywords = f"{function.__module__}.{function.__qualname__}", function.__kwdefaults__
        places = (_Place(name, keywords, word, value) for word, value in (keywords or {}).items())
        return cls(function, _inside(function), held, tuple(places))

    def is_changed(self) -> bool:
        """Tell whether it is made of something else now."""
        inside = zip(_inside(self.function), self.inside, strict=True)
        return not all(one is was for one, was in inside) or any(
            _content(cell) is not held for cell, held in self.cells
        )

    def now(self) -> None:
        """Return nothing: a function's inside is nobody's to change."""

    def put_back(self) -> None:
        function = self.function
        function.__code__, function.__defaults__, function.__kwdefaults__ = self.inside
        for cell, held in self.cells:
            cell.cell_contents = held

    def __str__(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"


class Watch:
    """Names and functions to look at."""

    def __init__(self, places: Iterable[_Place], functions: Iterable[_Function]) -> None:
        functions = list(functions)
        self.places = [*places, *(place for one in functions for place in one.keywords)]
        self._spaces = [place.space for place in self.places]
        self._names = [place.name for place in self.places]
        self._values = [place.value for place in self.places]
        self._functions = functions
        self._plain = [function.function for function in self._functions]
        self._insides = [part for function in self._functions for part in function.inside]
        cells = [cell for function in self._functions for cell in function.cells]
        self._cells, self._held = ([pair[side] for pair in cells] for side in (0, 1))

    def changed(self) -> list[_Place | _Function]:
        """Return what is not as it was; printed, one reads as in `numpy.allclose`."""
        changed: list[_Place | _Function] = []
        now = list(map(dict.get, self._spaces, self._names, repeat(_ABSENT)))
        if not all(map(is_, now, self._values)):
            pairs = zip(self.places, now, strict=True)
            changed += [place for place, value in pairs if value is not place.value]
        inside = chain.from_iterable(map(_inside, self._plain))
        held = map(_content, self._cells)
        if not (all(map(is_, inside, self._insides)) and all(map(is_, held, self._held))):
            changed += [one for one in self._functions if one.is_changed()]
        return changed

    def put_back(self) -> None:
        """Make everything as it was."""
        for item in self.changed():
            item.put_back()


class Pristine:
    """Remembers what modules and classes hold now."""

    def __init__(self) -> None:
        self._offers: dict[int, tuple[str, dict[str, Any]]] = {}  # by the id of what a module holds
        self._modules: dict[str, list[_Place]] = {}
        self._classes: dict[str, list[_Place]] = {}
        self._implied: dict[type, list[_Place]] = {}  # methods that nobody needs to name
        classes: dict[type, None] = {}
        for name, module in list(sys.modules.items()):
            if _package(name) in _PACKAGES and isinstance(module, types.ModuleType):
                self._add(self._modules, _Place("sys.modules", sys.modules, name, module))
                offered: dict[str, Any] = {}
                self._offers[id(vars(module))] = name, offered
                for place in _places(name, vars(module)):
                    offered[place.name] = place.value
                    if _is_offered(place):
                        self._add(self._modules, place)
                    if isinstance(place.value, type):
                        classes[place.value] = None
        for cls in classes:
            if _package(str(cls.__module__)) in _PACKAGES and cls.__flags__ & _HEAP:
                for place in _places(cls, _space(cls)):
                    self._add(self._classes, place)
                self._implied[cls] = [p for p in _whole(cls) if p.name.startswith("__")]
        places = chain(*self._modules.values(), *self._classes.values())
        functions = {id(f): f for place in places for f in _functions(place.value)}
        self._functions = {key: _Function.of(function) for key, function in functions.items()}
        self._watches: dict[int, Watch] = {}  # by the id of a function
        self._foreseen: dict[tuple[str, ...], Watch] = {}  # by a check's names
        always = list(self._of_always())
        behind = self._behind(place.value for place in always)
        self.always = self._watch([*always, *_operators(_tensor_classes()), *behind])

    def foresee(self, names: Collection[str]) -> None:
        """Make the looks for a check with these names, and for what it may call."""
        if tuple(names) not in self._foreseen:
            always = [place for place in self.always.places if place.name in names]
            for place in [*self.watch(names).places, *always]:
                self.watch_of(place.value)

    def watch(self, names: Iterable[str]) -> Watch:
        """Return the look at what a check with these names leans on, beside `always`."""
        key = tuple(names)
        if key not in self._foreseen:
            self._foreseen[key] = self._watch_names(key)
        return self._foreseen[key]

    def _watch_names(self, names: tuple[str, ...]) -> Watch:
        methods = (self._classes.get(name, []) for name in names)
        rare = chain.from_iterable(places for places in methods if len(places) < _COMMON)
        offered = list(chain.from_iterable(self._modules.get(name, ()) for name in names))
        classes = {place.value for place in offered if isinstance(place.value, type)}
        implied = chain.from_iterable(self._implied.get(cls, ()) for cls in classes)
        behind = self._behind(place.value for place in offered)
        return self._watch([*rare, *offered, *implied, *behind])

    def watch_of(self, function: Any) -> Watch | None:
        """Return the look at what a function leans on; None where that is nobody's matter."""
        function = getattr(function, "__func__", function)
        if watch := self._watches.get(id(function)):
            return watch
        parts = _functions(function)
        followed = [part for part in parts if id(part) in self._functions and _is_followed(part)]
        if not followed:
            return None
        key = id(followed[0])
        if key not in self._watches:
            self._watches[key] = self._watch(self._behind(followed))
        return self._watches[key]

    def offers(self, module: Any, name: str, value: Any) -> bool:
        """Tell whether a module's name stands for what it stood for; True for all else."""
        if type(module) is not types.ModuleType:
            return True
        return self._offered(vars(module)).get(name, value) is value

    def _offered(self, space: dict[str, Any]) -> dict[str, Any]:
        return self._offers.get(id(space), ("", {}))[1]

    def _behind(self, values: Iterable[Any]) -> Iterator[_Place]:
        """Yield the names that functions look up, and those that what they find looks up."""
        new = [function for value in values for function in _functions(value)]
        done: set[int] = set()
        for _ in range(_CALLS):
            places = [
                place
                for function in new
                if id(function) in self._functions and _is_followed(function)
                for place in self._looked_up(self._functions[id(function)])
            ]
            yield from places
            done.update(map(id, new))
            found = {id(f): f for place in places for f in _functions(place.value)}
            new = [function for key, function in found.items() if key not in done]

    def _looked_up(self, function: _Function) -> Iterator[_Place]:
        """Yield what its names stand for: in its module, in those named, in gradflow's classes."""
        names = function.inside[0].co_names
        home = function.function.__globals__
        named = (self._offered(home).get(name) for name in names)
        modules = (vars(value) for value in named if type(value) is types.ModuleType)
        for space in (home, *modules):
            owner, offered = self._offers.get(id(space), ("", {}))
            for name in names:
                if name in offered:
                    yield _Place(owner, space, name, offered[name])
        for name in names:
            for place in self._classes.get(name, ()):
                if _package(str(place.owner.__module__)) == _HELPER:
                    yield place

    def _watch(self, places: Iterable[_Place]) -> Watch:
        places = list({(id(place.space), place.name): place for place in places}.values())
        functions = {id(f): f for place in places for f in _functions(place.value)}
        return Watch(places, [self._functions[key] for key in functions if key in self._functions])

    def _of_always(self) -> Iterator[_Place]:
        for place in chain(*self._modules.values()):
            name = place.name if place.owner == "sys.modules" else place.owner
            if _package(name) in _ALWAYS:
                yield place
        for place in chain(*self._classes.values()):
            if _package(str(place.owner.__module__)) == _HELPER:
                yield place
        for one in self._functions.values():
            space = one.function.__globals__
            if _package(str(one.function.__module__)) == _HELPER:
                for name in one.inside[0].co_names:  # a builtin, as long as nothing hides it
                    if hasattr(builtins, name) and name not in space:
                        yield _Place(one.function.__module__, space, name, _ABSENT)

    @staticmethod
    def _add(index: dict[str, list[_Place]], place: _Place) -> None:
        index.setdefault(place.name, []).append(place)


def watch_class(cls: type) -> Watch:
    """Return the look at a class, as it is now, with all it inherits from."""
    return _watch_now(_whole(cls), [])


def watch_code(values: Iterable[Any]) -> Watch:
    """Return the look at functions and classes, as they are now."""
    values = list(values)
    classes = [value for value in values if isinstance(value, type)]
    return _watch_now([place for cls in classes for place in _places(cls, _space(cls))], values)


def _watch_now(places: list[_Place], values: Iterable[Any]) -> Watch:
    code = chain(values, (place.value for place in places))
    functions = {id(f): f for value in code for f in _functions(value)}
    return Watch(places, map(_Function.of, functions.values()))


def _places(owner: Any, space: dict[str, Any]) -> Iterator[_Place]:
    for name, value in list(space.items()):
        kind = type(value)
        if kind in _CODE or issubclass(kind, type):
            yield _Place(owner, space, name, value)


def _whole(cls: type) -> list[_Place]:
    """Return the places of a class and of those it inherits from, and those it leaves to them."""
    bases = [base for base in cls.__mro__ if base.__flags__ & _HEAP]
    places = [place for base in bases for place in _places(base, _space(base))]
    space = _space(cls)
    inherited = {place.name for place in places} - space.keys()
    return [*places, *(_Place(cls, space, name, _ABSENT) for name in inherited)]


def _operators(classes: Iterable[type]) -> Iterator[_Place]:
    for cls in classes:
        space = _space(cls)
        for word in _OPERATORS.split():
            name = f"__{word}__"
            yield _Place(cls, space, name, space.get(name, _ABSENT))


def _tensor_classes() -> Iterator[type]:
    if tensorflow := sys.modules.get("tensorflow"):
        from tensorflow.python.framework.ops import EagerTensor
        from tensorflow.python.ops.resource_variable_ops import ResourceVariable

        classes = {*EagerTensor.__mro__, *ResourceVariable.__mro__}
        classes |= {tensorflow.GradientTape, tensorflow.IndexedSlices}
        yield from (cls for cls in classes if cls.__flags__ & _HEAP)


_HEAP = 1 << 9  # Py_TPFLAGS_HEAPTYPE: other classes can't be changed


def _functions(value: Any) -> Iterable[types.FunctionType]:
    """Return the functions that a value is made of."""
    found: dict[int, types.FunctionType] = {}
    waiting = [value]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is types.FunctionType:
            if id(part) not in found:
                found[id(part)] = part
                waiting += map(_content, part.__closure__ or ())
        elif kind in (staticmethod, classmethod, types.MethodType):
            waiting.append(part.__func__)
        elif kind is property:
            waiting += part.fget, part.fset, part.fdel
        elif kind is _DISPATCHER:
            waiting.append(part._implementation)
    return found.values()


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # it is empty
        return None


def _space(cls: type) -> dict[str, Any]:
    """Return the very dictionary of a class, to read in."""
    return gc.get_referents(_dict(cls))[0]


def _package(name: str) -> str:
    return name.partition(".")[0]


def _is_offered(place: _Place) -> bool:
    """Tell whether a module has a name for others; most names are only what it imports itself."""
    if isinstance(place.value, types.ModuleType):
        return (
            _package(place.value.__name__) == _package(place.owner)
            or _package(place.owner) == _HELPER
        )
    home = getattr(place.value, "__module__", None)
    return home == place.owner or not place.owner.startswith(_INTERNAL)


def _is_followed(function: types.FunctionType) -> bool:
    return _package(str(function.__module__)) in _FOLLOWED
