"""Runs notebooks, in spite of cells that hang, crash or eat memory."""

import contextlib
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from grader.run import sections
from grader.run.execution import Execution, Place
from grader.run.far_end import Child, RunnerError
from grader.run.outcome import Limits, Run
from grader.run.plain import PlainChild

if sys.platform == "linux":
    from grader.run.warm import WarmServer
if TYPE_CHECKING:
    from nbformat import NotebookNode

_ATTEMPTS = 6  # processes that one run may use up


class Runner:
    """Runs notebooks; several threads may ask at once.

    Where processes can be forked (Linux), one warm process imports TensorFlow once and forks a
    child for each run; it starts with the first run. Elsewhere, or when asked for, each run is
    a process of its own: slower, with the same results.

    Args:
        limits: what one run may use.
        plain: True for a process of its own for each run.
        sandbox: True to shut each run in, so that it sees nothing but the interpreter. Linux.

    Raises:
        RunnerError: a sandbox is asked for where there is none.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        plain: bool = sys.platform != "linux",
        sandbox: bool = False,
    ) -> None:
        self._limits = limits or Limits()
        self._plain = plain
        self._sandbox = sandbox
        if plain and sandbox:
            raise RunnerError(
                "Students' code can be shut in on Linux only (or on Windows in WSL), so a class "
                "can't be graded here. Or grade with --no-sandbox: then students' code can read "
                "and change all that you can."
            )
        self._lock = threading.Lock()
        self._shared: WarmServer | None = None
        self._own: set[WarmServer] = set()  # each for one run that needs to be alone
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the warm processes. Runs that are going on are given up: they raise."""
        with self._lock:
            self._closed = True
            servers = [*self._own, *filter(None, [self._shared])]
        for server in servers:
            server.close()

    def run(
        self,
        notebook: "NotebookNode",
        cwd: Path | None = None,
        checks: frozenset[int] = frozenset(),
        held_out: frozenset[int] = frozenset(),
        answers: frozenset[str] = frozenset(),
        classes: frozenset[str] = frozenset(),
    ) -> Run:
        """Run a notebook's code cells in order and wait for the end.

        A cell that raises does not stop those after it. A cell that ends the process is marked,
        and the others are run again in a new process without it.

        Code and imports that a check binds to a name stay the checks', whatever the student binds
        to it; other names mean to a check what was bound last. A name of Python's own (`list`) is
        Python's in a check: no exercise can ask for one.

        Args:
            notebook: stays as it is.
            cwd: folder to run in; without one, an empty folder that is deleted afterwards. In a
                sandbox, a folder whose files are copied into that one.
            checks: the places, among all cells, of the cells that hold the teacher's code: checks,
                and locked cells such as a setup that imports what checks use.
            held_out: those of them whose names the student's later cells must not see.
            answers: names of what the student was asked to write: they are the student's even
                where a check has bound code to them.
            classes: names of the classes that the student was asked to write. Checks that name
                them take what their operators calculate; others ask no object of the student's.

        Raises:
            RunnerError: the executing process can't be started, or this runner is closed.
            NotADirectoryError: `cwd` is no folder.
        """
        if cwd and not cwd.is_dir():
            raise NotADirectoryError(f"{cwd} is no folder, so no notebook can be run in it.")
        place = cwd and Place(cwd.resolve(), copied=self._sandbox)
        until = time.monotonic() + self._limits.run
        about = checks, held_out, answers, classes
        run = self._run(Execution(notebook, self._limits, place, *about))
        for section in sections.to_repeat(run, checks | held_out):
            left = replace(self._limits, run=max(0.0, until - time.monotonic()))
            part = sections.alone(notebook, section, checks | held_out)
            repeated = self._run(Execution(part, left, place, *about))
            sections.take_over(run, repeated, section)
        return run

    def _run(self, execution: Execution) -> Run:
        with contextlib.ExitStack() as stack:
            own: WarmServer | None = None
            for _ in range(_ATTEMPTS):
                child = self._child(own, execution.names())
                try:
                    ended = execution.attempt(child, blame=own is not None)
                finally:
                    child.close()
                if not ended:
                    break
                if ended.server:  # go on where no other run can do harm or come to harm
                    own = stack.enter_context(self._alone())
        return execution.result()

    @contextlib.contextmanager
    def _alone(self) -> Iterator["WarmServer"]:
        """A warm process for one run."""
        self._refuse_if_closed()
        with contextlib.closing(WarmServer(self._sandbox)) as server:
            with self._lock:
                self._refuse_if_closed()
                self._own.add(server)
            try:
                yield server
            finally:
                self._own.discard(server)

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise RunnerError("Running notebooks was stopped.")

    def _child(self, own: "WarmServer | None", checks: list[list[str]]) -> Child:
        if self._plain:
            return PlainChild(self._limits)
        if own:
            return own.open(self._limits, checks)
        with self._lock:
            self._refuse_if_closed()
            if self._shared and not self._shared.alive():
                self._shared.close()
                self._shared = None
            self._shared = self._shared or WarmServer(self._sandbox)
            return self._shared.open(self._limits, checks)
