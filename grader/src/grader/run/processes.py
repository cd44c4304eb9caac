"""All processes of a run: what they use, and their end."""

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Collection

import psutil

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of Linux


def adopt_orphans() -> None:
    """Let processes whose parents have ended become this one's children (Linux; else nothing).

    So nothing that a run starts gets out of its family.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def use_more(leader: int, memory: int) -> bool:
    """Tell whether a process and its descendants together hold more than so many bytes."""
    family = _family(leader)
    if sum(_read(process, "memory_info", "rss") for process in family) <= memory:
        return False
    if len(family) == 1 or sys.platform != "linux":
        return True
    # Forks share most of their memory; counting it once takes longer, so only when it matters.
    return sum(_read(process, "memory_full_info", "pss") for process in family) > memory


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


def kill_orphans(spared: Collection[int]) -> None:
    """Kill and await this process's own children but those to be spared, and their descendants.

    For a process that adopts orphans: the children of what is killed here come next.
    """
    while orphans := {child.pid for child in psutil.Process().children()}.difference(spared):
        for pid in orphans:
            os.kill(pid, signal.SIGKILL)
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
