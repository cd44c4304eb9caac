"""All processes of a run: what they use, and their end."""

import contextlib
import ctypes
import os
import signal
import stat
import sys
from collections.abc import Collection

import psutil

from grader.run.outcome import Limits

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of Linux
_BLOCK = 512  # bytes, in which file sizes are counted


def adopt_orphans() -> None:
    """Let processes whose parents have ended become this one's children (Linux; else nothing).

    So nothing that a run starts gets out of its family.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def excess(leader: int, limits: Limits) -> str:
    """Return what a process and its descendants have too much of, to be read after "the process".

    Returns:
        An empty string while they keep to the limits.
    """
    family = _family(leader)
    if len(family) > limits.processes:
        return f"started more than {limits.processes} processes"
    room = limits.memory - _files_in_memory(family)
    used = sum(_read(process, "memory_info", "rss") for process in family)
    if used > room and len(family) > 1 and sys.platform == "linux":
        # Forks share most of their memory; counting it once takes longer.
        used = sum(_read(process, "memory_full_info", "pss") for process in family)
    return f"used more than {limits.memory / 1024**3:.2g} GB of memory" if used > room else ""


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


def _files_in_memory(family: list[psutil.Process]) -> int:
    """Return the bytes of files that have no name; what is printed goes to such files (Linux)."""
    if sys.platform != "linux":
        return 0
    sizes = {}
    for process in family:
        with contextlib.suppress(OSError):
            for entry in os.scandir(f"/proc/{process.pid}/fd"):
                with contextlib.suppress(OSError):
                    status = entry.stat()
                    if stat.S_ISREG(status.st_mode) and not status.st_nlink:
                        sizes[status.st_dev, status.st_ino] = status.st_blocks * _BLOCK
    return sum(sizes.values())


def _read(process: psutil.Process, method: str, field: str) -> int:
    with contextlib.suppress(psutil.Error):
        return getattr(getattr(process, method)(), field)
    return 0
