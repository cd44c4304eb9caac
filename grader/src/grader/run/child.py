"""The process that executes one notebook's cells, one after the other, as they arrive.

Started as `python -m grader.run.child FOLDER` it serves one run without a warm process.
"""

import contextlib
import os
import random
import signal
import sys
import tempfile
from pathlib import Path

from grader.run import capture, files, frames
from grader.run.frames import Frame
from grader.run.preload import Ready, live_in, preload
from grader.run.processes import adopt_orphans


def serve(ready: Ready, incoming: int, outgoing: int, folder: Path) -> None:
    """Execute the cells that arrive, and send what they do.

    Args:
        ready: runs them.
        incoming: descriptor for messages: `begin` first, then each `file` to lie in the folder,
            `cell`s and `check`s, and `end`. The last three have a token, which comes back.
        outgoing: descriptor for what is sent: `ready`, then for each cell `start`, what it shows,
            and `done`.
        folder: this run's own, for its home, temporary files, and work.
    """
    me = os.getpid()
    messages = frames.read(incoming)
    begin = next(messages)
    _settle(folder, begin["cwd"])
    shown = capture.Capture(
        lambda frame: frames.write(outgoing, frame), begin["text"], begin["outputs"]
    )
    look, execute, write, my_id = ready.guard.__next__, _execute, frames.write, os.getpid
    ready.shell.capture = sys.stdout.capture = sys.stderr.capture = shown
    if sys.platform != "win32":
        os.register_at_fork(after_in_child=lambda: _cut_off(incoming, outgoing))
    for descriptor in (1, 2):
        os.ftruncate(descriptor, 0)  # what was said while getting ready
    frames.write(outgoing, {"type": "ready"})
    unseen = True
    for cell in messages:
        if cell["type"] == "file":
            with contextlib.suppress(OSError):  # no room: a cell that needs the file will say so
                files.put(cell, folder / "work")
            continue
        token = cell["token"]
        if cell["type"] != "end":
            start = {"type": "start", "count": ready.shell.execution_count, "token": token}
            frames.write(outgoing, start)
        is_check = cell["type"] == "check"
        changed = look() if is_check and unseen else ""
        unseen = not is_check  # what a check leaves behind has just been looked at
        done = execute(ready, cell, shown)
        if my_id() != me:
            os._exit(0)  # a fork that the cell made, and that came back here
        if is_check and (changed := changed or look()):
            done["tampering"] = f"The grader's own `{changed}` was changed."
        write(outgoing, {"type": "done", "token": token, **done})


def _execute(ready: Ready, cell: Frame, shown: capture.Capture) -> Frame:
    done = {"error": None, "value": None, "tampering": ""}
    if cell["type"] == "end":
        return done
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if cell["type"] == "check":
        try:
            done |= ready.judge.run(cell, shown)
        except Exception as broken:  # noqa: BLE001  cells have left something that nobody expects
            ename, evalue = type(broken).__name__, f"the check could not be run: {broken!r}"
            shown.error(ename, evalue, [f"{ename}: {evalue}"])
            done["error"] = {"ename": ename, "evalue": evalue, "traceback": shown.shown}
    else:
        ready.steady.put_back(shown)
        done["error"] = ready.shell.execute(cell["source"])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return done


def _cut_off(*descriptors: int) -> None:
    """Let a fork that a cell made neither hear nor say anything."""
    for descriptor in descriptors:
        point(os.open(os.devnull, os.O_RDWR), descriptor)


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


def _main() -> None:
    """Serve one run, alone: messages come on descriptor 0 and go out on 1."""
    folder = Path(sys.argv[1])
    incoming, outgoing = capture.private(0), capture.private(1)
    point(os.open(os.devnull, os.O_RDONLY), 0)
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(folder / name, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        point(file, descriptor)
    serve(preload(folder), incoming, outgoing, folder)


def point(source: int, target: int) -> None:
    """Let a standard descriptor lead where another one does, and close the other."""
    os.dup2(source, target)
    os.close(source)


if __name__ == "__main__":
    from grader.run import child  # IPython takes the name __main__ for the notebook

    child._main()
