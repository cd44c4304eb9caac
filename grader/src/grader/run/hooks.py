"""What a student's cells may have hung into the interpreter, taken out for the time of a check."""

import gc
import signal
import sys
import threading
import types
import warnings
from collections.abc import Callable
from functools import partial
from importlib.machinery import PathFinder
from itertools import takewhile
from operator import is_not
from typing import Any, NoReturn

import numpy as np

from grader.run.capture import Capture, Stream

_Settings = tuple[list, tuple[dict, dict]]

_TOOLS = 6  # numbers that sys.monitoring gives to tools


class Hooks:
    """Remembers the interpreter's state before the student's code."""

    def __init__(self) -> None:
        self._modules = frozenset(sys.modules)
        self._is_later = partial(is_not, next(reversed(sys.modules)))
        self._path = [place for place in sys.path if place]
        self._finders = {name: list(getattr(sys, name)) for name in ("meta_path", "path_hooks")}
        self._depth = sys.getrecursionlimit()
        self._filters = list(warnings.filters)
        self._numpy = np.geterr(), np.get_printoptions()
        self._find = PathFinder.find_spec
        self._callbacks = gc.callbacks
        self._threshold = gc.get_threshold()
        sys.addaudithook = _refuse  # such a hook sees what a check compares, and stays for ever

    def taken_out(self, capture: Capture) -> "_TakenOut":
        """Return a block without tracers, timers, import hooks or streams of the student's.

        Args:
            capture: takes what the block prints.
        """
        return _TakenOut(self, capture)

    def take_out(self, capture: Capture) -> tuple[dict[str, Any], dict[str, Any], _Settings]:
        """Begin such a block; return what `put_back` needs."""
        self._silence()
        hidden = {name: sys.modules.pop(name) for name in self._impostors()}
        fresh = self._state(capture)
        kept = {name: getattr(sys, name, None) for name in fresh}
        settings = list(warnings.filters), (np.geterr(), np.get_printoptions())
        _settle(self._filters, self._numpy)
        _set(fresh)
        sys.setrecursionlimit(max(self._depth, sys.getrecursionlimit()))
        return kept, hidden, settings

    def put_back(self, kept: dict[str, Any], hidden: dict[str, Any], settings: _Settings) -> None:
        """End such a block."""
        self._silence()
        _set(kept)
        sys.modules.update(hidden)
        _settle(*settings)

    def _silence(self) -> None:
        """End what runs by itself: tracers, timers, signal handlers, callbacks of the collector."""
        for setter in (sys.settrace, sys.setprofile, threading.settrace, threading.setprofile):
            setter(None)
        if monitoring := getattr(sys, "monitoring", None):
            for tool in filter(monitoring.get_tool, range(_TOOLS)):
                monitoring.set_events(tool, 0)
        self._callbacks.clear()
        gc.set_threshold(*self._threshold)
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number in signal.valid_signals() - {signal.SIGINT}:
            handler = signal.getsignal(number)
            if callable(handler) and not isinstance(handler, signal.Handlers):
                signal.signal(number, signal.SIG_DFL)

    def _state(self, capture: Capture) -> dict[str, Any]:
        streams = [Stream(number) for number in (1, 2)]
        for stream in streams:
            stream.capture = capture
        names = ("stdout", "stderr", "__stdout__", "__stderr__")
        return {
            **dict(zip(names, streams * 2, strict=True)),
            **{name: list(finders) for name, finders in self._finders.items()},
            "path": [*self._path, ""],  # what lies beside the notebook comes last
        }

    def _impostors(self) -> list[str]:
        """Return modules of the student's folder that stand where the interpreter has its own."""
        impostors = []
        # From the end, for what is new; to look at all names would copy their pages for each fork.
        for name in list(takewhile(self._is_later, reversed(sys.modules))):
            module = sys.modules[name]
            if name in self._modules:
                continue
            if type(name) is str and "." not in name and isinstance(module, types.ModuleType):
                file = str(vars(module).get("__file__"))
                if not file.startswith((sys.prefix, sys.base_prefix)):
                    found = self._find(name, self._path)
                    if found and found.origin != file:
                        impostors.append(name)
        return impostors


class _TakenOut:
    """A `with` block; `contextlib` has the like, in Python that a cell can replace."""

    def __init__(self, hooks: Hooks, capture: Capture) -> None:
        self._hooks = hooks
        self._capture = capture

    def __enter__(self) -> None:
        self._state = self._hooks.take_out(self._capture)

    def __exit__(self, *_: object) -> None:
        self._hooks.put_back(*self._state)


def _settle(filters: list, numpy: tuple[dict, dict]) -> None:
    """Let warnings be filtered, and NumPy complain and print, as is said."""
    if warnings.filters != filters:
        warnings.filters[:] = filters
        warnings._filters_mutated()
    errors, printing = numpy
    np.seterr(**errors)
    if np.get_printoptions() != printing:
        np.set_printoptions(**printing)


def _set(state: dict[str, Any]) -> None:
    for name, value in state.items():
        setattr(sys, name, value)


def _refuse(_: Callable) -> NoReturn:
    raise RuntimeError("Audit hooks can't be used where notebooks are graded.")
