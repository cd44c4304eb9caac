"""In the executing process: runs the teacher's code so that the student's can't change its meaning.

A check is compiled by the runner (see `rewrite`) and executed here, past IPython: no transformer,
event or traceback handler of the student's has a part in it, and its source never comes here. It
has a namespace of its own, in which it sees the student's names but for those of builtins, and in
which what it binds itself is watched. Modules are put back before it and compared while it runs
(see `pristine`), what hangs in the interpreter is taken out (see `hooks`), values are taken for
what they are (see `values`), and the one-time token that came with it goes back after its end.
Before and after a check the grader's own code is compared too (see `guard`).

What can't be stopped: code that a check itself calls, and threads that the student's cells have
left, share this process with the check. They can walk the stack, read the token, and change any
object. Comparing makes that hard and leaves traces; held-out checks with other values make the
usual tricks useless. Nothing in the same process makes it impossible.
"""

import builtins
import marshal
import sys
import types
from binascii import a2b_base64
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any

from grader.run import rewrite
from grader.run.capture import Capture
from grader.run.frames import Frame
from grader.run.hooks import Hooks
from grader.run.pristine import Pristine, Watch, watch_code
from grader.run.shell import Shell, message
from grader.run.values import Values

_ABSENT = object()
_loads = marshal.loads
_CODE = {types.BuiltinFunctionType, types.FunctionType, types.ModuleType}


class Judge:
    """Runs the checks of a notebook. Made before the student's code, it remembers what was there.

    Args:
        shell: the one that runs the student's cells.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._student = shell.user_ns
        self._builtins = dict(vars(builtins))
        self._hooks = Hooks()
        self._values = Values(_Names)
        self._aside = Values(_Names)  # for functions of checks that cells call
        self._pristine = Pristine()
        self._space: dict[str, Any] = {}  # one for all checks: their functions keep it
        self._bound: dict[str, tuple[Any, Any]] = {}  # a check's value; the student's at that time
        self._own: list[Watch] = []  # the looks at what checks have defined
        self._codes: dict[int, types.CodeType] = {}  # by id: all code of checks
        self._tools: dict[str, Any] = {}  # builtins of all code of checks
        self._given: dict[str, Any] = {}  # helpers among them

    def foresee(self, checks: list[list[str]]) -> None:
        """Get ready for checks with these names: once, before processes are forked for a class."""
        for names in checks:
            self._pristine.foresee(names)

    def run(self, check: Frame, capture: Capture) -> Frame:
        """Run a check.

        Args:
            check: what `rewrite.prepare` made; `held_out`: whether the student's later cells
                must not see the names that it binds; `answers`: names that are the student's;
                `classes`: those of classes whose operators count.
            capture: takes what it shows.

        Returns:
            error: None, or ename, evalue and traceback. value: the number that its last
            expression gave, or None. tampering: what was seen, or empty.
        """
        body, last = _loads(a2b_base64(check["code"]))
        self._codes.update((id(code), code) for code in [*_nested(body), *_nested(last)])
        watches = [self._pristine.always, self._pristine.watch(check["names"]), *self._own]
        trial = _Trial(self._pristine, watches, self._codes, self._values)
        trial.begin()
        capture.begin()
        shared = frozenset(check["shared"])
        with self._hooks.taken_out(capture):
            self._fill(trial, check["answers"])
            names = _Names(self._space, self._student, {body, last}, shared, self._bound.keys())
            self._values.ask([self._student.get(name) for name in check["classes"]])
            result, error = None, None
            try:
                exec(body, self._space, names)
                result = last and eval(last, self._space, names)
            except BaseException as raised:  # noqa: BLE001  whatever the student's code raises
                error = self._tell(raised, capture)
            names.give_back()
            trial.end()
            kept = all(self._tools.get(name) is tool for name, tool in self._given.items())
            self._equip(self._aside, lambda function: function, getattr)
        changed = names.changed() or trial.changed or ("" if kept else "builtins")
        names.bound.update((name, self._space[name]) for name in shared if name in self._space)
        number = None if error else self._values.number(result)
        if check["held_out"]:  # functions of earlier checks, which cells can reach, see this too
            for name in names.bound:
                self._space.pop(name, None)
        self._keep(names.bound, check)
        self._count()
        capture.drain()
        return {
            "error": error,
            "value": number,
            "tampering": changed and f"Code that this check called changed `{changed}`.",
        }

    def _fill(self, trial: "_Trial", answers: list[str]) -> None:
        """Make the namespace: the student's names, the checks' own, the builtins and helpers.

        Code that a check has bound to a name stays there, whatever the student binds to it later;
        but the names of answers are the student's.
        """
        self._space.clear()
        for name, value in list(self._student.items()):
            if name not in self._builtins:
                self._space[name] = value
        for name, (value, then) in self._bound.items():
            lasts = _lasts(value) and name not in answers
            if lasts or self._student.get(name, then) is then:
                self._space[name] = value
        self._space["__name__"] = "__main__"
        self._space["__builtins__"] = self._tools
        self._equip(self._values, trial.call, trial.method)

    def _equip(self, values: Values, call: Callable, method: Callable) -> None:
        """Give code of checks its helpers: also to functions that earlier checks have defined."""
        self._tools.clear()
        self._tools |= self._builtins
        self._given = {
            rewrite.CALL: call,
            rewrite.METHOD: method,
            rewrite.COMPARE: values.compare,
            rewrite.CALCULATE: values.calculate,
            rewrite.PLAIN: values.plain,
            rewrite.OPERAND: values.operand,
            rewrite.KNOWN: self._know,
        }
        self._tools |= self._given

    def _know(self, cls: Any) -> Any:
        """Take a class for one of the teacher's where a check defines it."""
        if id(sys._getframe(1).f_code) in self._codes and isinstance(cls, type):
            self._values.know(cls)
        return cls

    def _keep(self, bound: dict[str, Any], check: Frame) -> None:
        """Remember what a check bound, for later checks, and for later cells unless held out."""
        if defined := [value for value in bound.values() if self._is_own(value)]:
            self._own.append(watch_code(defined))
        if not check["held_out"]:
            self._student.update(bound)
        for name, value in bound.items():
            self._bound[name] = value, self._student.get(name, _ABSENT)

    def _is_own(self, value: Any) -> bool:
        """Tell whether a function or class is defined by a check."""
        if isinstance(value, type):
            return value.__module__ == "__main__" and self._values.knows(value)
        return type(value) is types.FunctionType and id(value.__code__) in self._codes

    def _count(self) -> None:
        """Let the check count as a cell, with nothing in the history."""
        try:
            self._shell.history_manager.store_inputs(self._shell.execution_count, "")
            self._shell.execution_count += 1
        except Exception:  # noqa: BLE001  a cell has broken the shell; scores don't depend on it
            return

    def _tell(self, error: BaseException, capture: Capture) -> Frame:
        """Show an error by its message alone: a traceback would show the check."""
        ename, evalue = type(error).__name__, capture.cut(message(error))
        lines = [f"{ename}: {evalue}"]
        render = getattr(type(error), "_render_traceback_", None)
        if render and self._values.knows(type(error)):
            lines = render(error)
        capture.error(ename, evalue, lines)
        return {"ename": ename, "evalue": evalue, "traceback": capture.shown}


class _Trial:
    """The run of one check: compares what it leans on, at its calls and at the end.

    Args:
        pristine: knows how things were.
        watches: the looks at what the check leans on.
        codes: all code of checks, by id; functions of it may stand in the place of others.
        values: knows what to do for some functions.
    """

    def __init__(
        self,
        pristine: Pristine,
        watches: list[Watch],
        codes: dict[int, types.CodeType],
        values: Values,
    ) -> None:
        self._pristine = pristine
        self._watches = watches
        self._codes = codes
        self._values = values
        self.changed = ""

    def begin(self) -> None:
        """Make everything as it was."""
        for watch in self._watches:
            watch.put_back()

    def end(self) -> None:
        """Compare everything."""
        for watch in self._watches:
            self._look(watch)

    def call(self, function: Any) -> Any:
        """Return what a check is to call in a function's place."""
        made = self._values.call(function)
        if watch := self._pristine.watch_of(function):
            self._look(watch)
            if made is not function:
                return partial(self._call_after_look, watch, made)
        return made

    def _call_after_look(self, watch: Watch, function: Callable, /, *args: Any, **kw: Any) -> Any:
        self._look(watch)  # making the arguments may have run the student's code
        return function(*args, **kw)

    def method(self, owner: Any, name: str) -> Any:
        """Return what a check is to call in the place of an attribute."""
        function = getattr(owner, name)
        if not self._pristine.offers(owner, name, function) and not self._is_own(function):
            self.changed = self.changed or f"{owner.__name__}.{name}"
        return self.call(function)

    def _look(self, watch: Watch) -> None:
        for item in watch.changed():
            if not self._is_own(item.now()):
                self.changed = self.changed or str(item)

    def _is_own(self, value: Any) -> bool:
        """Tell whether a function is the check's: checks count calls, by a function in between."""
        function = getattr(value, "__func__", value)
        return type(function) is types.FunctionType and id(function.__code__) in self._codes


class _Names(dict):
    """A check's names while it runs: notices when code other than the check's binds one.

    They are held in `space`, where functions of the check look them up; this is empty itself.

    A check may take a function of the student's away, or put another in its place, to see whether
    the student's other code calls it: that code sees this too, until the check has ended. Nothing
    else that a check binds is seen there, and no value ever.
    """

    def __init__(
        self,
        space: dict[str, Any],
        student: dict[str, Any],
        codes: set[types.CodeType | None],
        shared: frozenset[str],
        kept: Collection[str],
    ) -> None:
        self._space = space
        self._student = student
        self._codes = codes
        self._shared = shared  # names that the check's own functions rebind
        self._data = {  # the student's, which the student's functions may rebind
            name: value for name, value in student.items() if name not in kept and not _lasts(value)
        }
        self._changed = ""
        self._looked_up: dict[str, Any] = {}  # functions of the student's
        self._replaced: dict[str, Any] = {}  # those of them that the check has replaced
        self.bound: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        value = self._space[name]
        if name not in self.bound and self._data.get(name, _ABSENT) is value:
            value = self._space[name] = self._data[name] = self._student.get(name, value)
        self._compare(name, value)
        if _lasts(value) and self._student.get(name) is value:
            self._looked_up.setdefault(name, value)
        return value

    def __setitem__(self, name: str, value: Any) -> None:
        frame = sys._getframe(1)
        if name.startswith("."):  # something that the check's code looks at twice
            self._space[name] = value
        elif frame.f_code in self._codes or self._is_inside(frame):
            self._space[name] = self.bound[name] = value
            if name in self._looked_up and _lasts(value):
                self._replaced[name] = self._looked_up[name]
                self._student[name] = value
        else:
            self._changed = name

    def _is_inside(self, frame: types.FrameType) -> bool:
        """Tell whether a frame is of code that the check itself executes by `exec`."""
        return frame.f_locals is self and frame.f_back and frame.f_back.f_code in self._codes

    def __delitem__(self, name: str) -> None:
        del self._space[name]
        self.bound.pop(name, None)
        theirs = self._student.get(name)
        if _lasts(theirs):
            self._replaced[name] = self._looked_up.setdefault(name, theirs)
            del self._student[name]

    def keys(self) -> Iterable[str]:
        """Names, for `dir()` and the like."""
        return self._space.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self._space)

    def __contains__(self, name: object) -> bool:
        return name in self._space

    def __len__(self) -> int:
        return len(self._space)

    def get(self, name: str, default: Any = None) -> Any:
        """A name's value."""
        return self[name] if name in self._space else default

    def values(self) -> Iterable[Any]:
        """What the names stand for."""
        return self._space.values()

    def items(self) -> Iterable[tuple[str, Any]]:
        """The names and what they stand for."""
        return self._space.items()

    def give_back(self) -> None:
        """Let the student's functions be what they were."""
        self._student.update(self._replaced)

    def changed(self) -> str:
        """Return a name that other code has bound, or an empty string."""
        for name in self.bound:
            self._compare(name, self._space.get(name, _ABSENT))
        return self._changed

    def _compare(self, name: str, value: Any) -> None:
        if name not in self._shared and self.bound.get(name, value) is not value:
            self._changed = name


def _nested(code: types.CodeType | None) -> Iterator[types.CodeType]:
    """Yield a code object and those in it."""
    if code:
        yield code
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                yield from _nested(constant)


def _lasts(value: Any) -> bool:
    """Tell whether a name stays the checks', whatever the student binds to it: it is code."""
    return type(value) in _CODE or issubclass(type(value), type)
