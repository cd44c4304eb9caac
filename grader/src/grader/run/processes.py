"""All processes of a run: what they use, and their end."""

import contextlib
import ctypes
import os
import signal
import sys

import psutil

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of Linux


def adopt_orphans() -> None:
    """Let processes whose parents have ended become this one's children (Linux; else nothing).

    So nothing that a run starts gets out of its family.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def memory(leader: int) -> int:
    """Return the bytes of memory that a process and its descendants hold together."""
    family = _family(leader)
    resident = sum(_read(process, "memory_info", "rss") for process in family)
    if len(family) == 1 or sys.platform != "linux":
        return resident
    return sum(_read(process, "memory_full_info", "pss") for process in family)


def kill(leader: int) -> None:
    """Kill a process, its descendants and its process group."""
    family = _family(leader)
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(leader, signal.SIGKILL)
    for process in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()


def interrupt(leader: int) -> None:
    """Send the process group what Ctrl-C sends. Windows has no such thing: nothing happens."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(leader, signal.SIGINT)


def kill_orphans(spared: set[int]) -> None:
    """Kill this process's own children but those to be spared, and all that descend from them."""
    while orphans := {p.pid for p in psutil.Process().children()} - spared:
        for pid in orphans:
            kill(pid)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _family(leader: int) -> list[psutil.Process]:
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(leader)
        return [process, *process.children(recursive=True)]
    return []


def _read(process: psutil.Process, method: str, field: str) -> int:
    with contextlib.suppress(psutil.Error):
        return getattr(getattr(process, method)(), field)
    return 0
