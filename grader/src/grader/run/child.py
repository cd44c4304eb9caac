"""The process that executes one notebook's cells, one after the other, as they arrive.

Started as `python -m grader.run.child FOLDER` it serves one run without a warm process.
"""

import builtins
import getpass
import os
import random
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from grader.run import capture, frames
from grader.run.frames import Frame
from grader.run.preload import live_in, preload
from grader.run.processes import adopt_orphans
from grader.run.shell import Shell

_ANSWERS = 100  # times that input() answers in a run before it says that nobody is there


def serve(shell: Shell, incoming: int, outgoing: int, folder: Path) -> None:
    """Execute the cells that arrive, and send what they do.

    Args:
        shell: runs them.
        incoming: descriptor for messages: `begin` first, then `cell` after `cell`.
        outgoing: descriptor for what is sent: `ready`, then for each cell `start`, what it shows,
            and `done`.
        folder: this run's own, for its home, temporary files, and work.
    """
    me = os.getpid()
    messages = frames.read(incoming)
    begin = next(messages)
    _settle(folder, begin["cwd"])
    shell.capture = capture.Capture(
        lambda frame: frames.write(outgoing, frame), begin["text"], begin["outputs"]
    )
    sys.stdout.capture = sys.stderr.capture = shell.capture
    for descriptor in (1, 2):
        os.ftruncate(descriptor, 0)  # what was said while getting ready
    frames.write(outgoing, {"type": "ready"})
    for cell in messages:
        frames.write(outgoing, {"type": "start", "count": shell.execution_count})
        done = _execute(shell, cell["source"])
        if os.getpid() != me:
            os._exit(0)  # a fork that the cell made, and that came back here
        frames.write(outgoing, done)


def _execute(shell: Shell, source: str) -> Frame:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    error = shell.execute(source)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return {"type": "done", "error": error}


def _settle(folder: Path, cwd: str | None) -> None:
    """Make this process independent of the one it was forked from, and of its user."""
    adopt_orphans()
    live_in(folder)
    tempfile.tempdir = None
    work = folder / "work"
    work.mkdir()
    os.chdir(cwd or work)
    sys.path.insert(0, "")
    random.seed()
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed()
    answers = iter(range(_ANSWERS))

    def answer(prompt: Any = "", *_: Any, **__: Any) -> str:
        """Stand in for the user, who enters nothing."""
        if next(answers, None) is None:
            raise EOFError("nobody is here to answer")
        print(prompt)
        return ""

    builtins.input = getpass.getpass = answer


def _main() -> None:
    """Serve one run, alone: messages come on descriptor 0 and go out on 1."""
    folder = Path(sys.argv[1])
    incoming, outgoing = private(0), private(1)
    point(os.open(os.devnull, os.O_RDONLY), 0)
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(folder / name, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        point(file, descriptor)
    serve(preload(folder), incoming, outgoing, folder)


def private(descriptor: int) -> int:
    """Return a copy that no sub-process inherits, with a number that no cell meets by chance."""
    if sys.platform == "win32":
        return os.dup(descriptor)
    import fcntl

    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 200)


def point(source: int, target: int) -> None:
    """Let a standard descriptor lead where another one does, and close the other."""
    os.dup2(source, target)
    os.close(source)


if __name__ == "__main__":
    from grader.run import child  # IPython takes the name __main__ for the notebook

    child._main()
