"""In the executing process: notices when a cell has changed what the grader itself runs on.

A cell can find the grader's classes and functions, whatever is done to hide them, and what they
use: the interpreter's built-in functions, a module's. So all this is compared before a check and
after it. The comparison is a generator that was begun before the first cell: its code and its
variables are out of a cell's reach, and it calls nothing but C functions that it holds itself.
While it works, nothing of a cell's runs by itself: no tracer, no collector with its callbacks.
"""

import builtins
import gc
import sys
import types
from collections.abc import Iterator
from itertools import chain
from operator import attrgetter, is_
from typing import Any

_ABSENT = object()
_of_class = type.__dict__["__dict__"].__get__


def guard() -> Iterator[str]:
    """Put back what was changed, once for each `next`.

    Yields:
        The name of something of the grader's that was changed, or an empty string. What else
        was changed is put back without a word: a cell may have had its reasons.
    """
    own = [module for name, module in sys.modules.items() if _is_own(name)]
    classes = {
        value: None
        for module in own
        for value in vars(module).values()
        if isinstance(value, type) and _is_own(value.__module__)
    }
    kept = {id(v): v for module in own for v in vars(module).values() if type(v) is dict}
    kept.pop(id(vars(builtins)), None)  # each module has it, and it is looked at below
    tables = list(kept.values())
    held = [*(vars(module) for module in own), *map(_of_class, classes), *tables]
    functions = list({id(f): f for space in held for f in _functions(space.values())}.values())
    words = {word for function in functions for word in _words(function.__code__)}

    # Where a name is looked up, the name, what it stands for, whom to ask for another value.
    places: list[tuple[Any, Any, Any, Any]] = []
    for module in own:
        places += [(vars(module), name, value, None) for name, value in vars(module).items()]
    for table in tables:
        places += [(table, key, value, None) for key, value in table.items()]
    for cls in classes:
        places += [(_of_class(cls), name, value, cls) for name, value in vars(cls).items()]
    count = len(places)
    used = {v for module in own for v in vars(module).values() if type(v) is types.ModuleType}
    for module in used - set(own):
        space = vars(module)
        found = [word for word in words if callable(space.get(word))]
        places += [(space, word, space[word], None) for word in found]
    places += [(vars(builtins), word, value, None) for word, value in vars(builtins).items()]

    spaces, names, values, owners = (list(part) for part in zip(*places, strict=True))
    in_dicts = [place[:3] for place in places if place[3] is None]
    in_classes = [place[:3] for place in places if place[3] is not None]
    dicts, dict_names, dict_values = (list(part) for part in zip(*in_dicts, strict=True))
    views, view_names, view_values = (list(part) for part in zip(*in_classes, strict=True))
    inside = attrgetter("__code__", "__defaults__", "__kwdefaults__")
    insides = [inside(function) for function in functions]
    parts = list(chain.from_iterable(insides))
    whole = [(space, None, frozenset(space)) for space in held if type(space) is dict]
    whole += [(_of_class(cls), cls, frozenset(vars(cls))) for cls in classes]

    absent, size, text, pairs = _ABSENT, len, str, zip
    every, each, same, flat = all, map, is_, chain.from_iterable
    get, get_of_class, names_in = dict.get, types.MappingProxyType.get, list
    put, put_in_class = dict.__setitem__, type.__setattr__
    take, take_from_class = dict.__delitem__, type.__delattr__
    collects, stop_collecting, collect = gc.isenabled, gc.disable, gc.enable
    drop_callbacks, trace, profile = gc.callbacks.clear, sys.settrace, sys.setprofile
    del own, classes, kept, tables, held, words, used, places, in_dicts, in_classes
    changed = ""
    warned = "__warningregistry__"  # Python's, in any module whose code has warned
    collecting = False
    while True:
        if collecting:
            collect()
        yield changed
        collecting = collects()
        stop_collecting()
        profile(None)
        trace(None)
        drop_callbacks()
        changed = ""
        if not every(each(same, flat(each(inside, functions)), parts)):
            for function, was in pairs(functions, insides):
                if not every(each(same, inside(function), was)):
                    function.__code__, function.__defaults__, function.__kwdefaults__ = was
                    changed = function.__qualname__
        for space, owner, known in whole:
            if size(space) != size(known):
                for name in names_in(space):
                    if name not in known:
                        if name != warned:
                            changed = text(name)
                        if owner is None:
                            take(space, name)
                        else:
                            take_from_class(owner, name)
        if every(each(same, each(get, dicts, dict_names), dict_values)) and every(
            each(same, each(get_of_class, views, view_names), view_values)
        ):
            continue
        left = count
        for space, name, value, owner in pairs(spaces, names, values, owners):
            ask = get if owner is None else get_of_class
            if ask(space, name, absent) is not value:
                if owner is None:
                    put(space, name, value)
                else:
                    put_in_class(owner, name, value)
                if left > 0:
                    changed = text(name)
            left -= 1


def _is_own(name: str) -> bool:
    return name.partition(".")[0] == "grader"


def _functions(values: Any) -> Iterator[types.FunctionType]:
    for value in values:
        value = getattr(value, "__func__", value)
        if type(value) is property:
            yield from _functions([value.fget, value.fset])
        if type(value) is types.FunctionType and _is_own(str(value.__module__)):
            yield value


def _words(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _words(constant)
