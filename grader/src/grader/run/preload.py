"""What is ready before a notebook's first cell runs: a private home, the modules, the shell.

Nothing here may execute a TensorFlow operation: that starts threads, and a process with threads
can't be forked safely.
"""

import builtins
import gc
import getpass
import importlib
import importlib.util
import io
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.run.capture import Stream
from grader.run.environment import forget_settings
from grader.run.guard import guard
from grader.run.honest import Judge
from grader.run.shell import Shell, make_shell
from grader.run.steady import Steady

_MODULES = (
    "cmath",
    "statistics",
    "numpy",
    "sklearn.datasets",
    "tensorflow",
    "keras",
    "gradflow.checks",
)

_ANSWERS = 100  # times that input() answers in a run before it says that nobody is there


def live_in(folder: Path) -> None:
    """Make a folder this process's home, and its place for temporary files."""
    home, temporary = folder / "home", folder / "tmp"
    for place in (home, temporary):
        place.mkdir(parents=True, exist_ok=True)
    windows = sys.platform == "win32"
    os.environ["USERPROFILE" if windows else "HOME"] = str(home)
    for name in ("TEMP", "TMP") if windows else ("TMPDIR",):
        os.environ[name] = str(temporary)
    os.environ["IPYTHONDIR"] = str(home / ".ipython")


@dataclass(frozen=True)
class Ready:
    """What executes cells.

    Attributes:
        shell: the student's.
        steady: keeps it at work.
        judge: the teacher's.
        guard: looks whether the grader itself was changed.
    """

    shell: Shell
    steady: Steady
    judge: Judge
    guard: Iterator[str]


def preload(folder: Path) -> Ready:
    """Move into a folder, import what notebooks import, return what will run them.

    Modules that are not installed are left out: the notebook will say so itself.
    """
    importlib.import_module("matplotlib.font_manager")  # reads a list that is kept at home
    live_in(folder)
    sys.stdout, sys.stderr = Stream(1), Stream(2)
    _answer_questions()
    shell = make_shell()
    _draw()
    for name in _MODULES:
        if importlib.util.find_spec(name.partition(".")[0]):
            importlib.import_module(name)
    _show_error(shell)
    sys.argv[:] = ["ipykernel_launcher.py"]
    sys.breakpointhook = lambda *_, **__: None  # nobody is there to debug
    forget_settings()
    ready = Ready(shell, Steady(shell), Judge(shell), guard())
    next(ready.guard)
    for name in [name for name in sys.modules if name.partition(".")[0] == "grader"]:
        del sys.modules[name]  # cells have no business here
    gc.collect()
    gc.freeze()
    return ready


def _answer_questions() -> None:
    """Stand in for the user, who enters nothing."""
    answers = iter(range(_ANSWERS))

    def answer(prompt: Any = "", *_: Any, **__: Any) -> str:
        if next(answers, None) is None:
            raise EOFError("nobody is here to answer")
        print(prompt)
        return ""

    builtins.input = getpass.getpass = answer


def _draw() -> None:
    """Draw a picture, which loads fonts and the like."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    axes.set_title("x")
    figure.savefig(io.BytesIO(), format="png")
    pyplot.close(figure)


def _show_error(shell: Shell) -> None:
    """Format a traceback, which loads parsers and colours, and looks all modules up."""
    try:
        raise ValueError
    except ValueError:
        shell.InteractiveTB.structured_traceback(*sys.exc_info())
