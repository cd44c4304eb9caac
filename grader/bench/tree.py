"""What a process and all its descendants use."""

import contextlib
from collections.abc import Callable, Iterator

import psutil


def family(root: psutil.Process) -> list[psutil.Process]:
    """A process and its descendants that live now."""
    return [root, *root.children(recursive=True)]


def cpu(root: psutil.Process) -> float:
    """Seconds of CPU that a process and its descendants have used, those that ended included."""
    return sum(sum(times[:4]) for times in _each(root, psutil.Process.cpu_times))


def memory(root: psutil.Process) -> int:
    """Bytes that a process and its descendants hold together, shared ones counted once."""
    return sum(held.pss for held in _each(root, psutil.Process.memory_full_info))


def private(process: psutil.Process) -> int:
    """Bytes that a process shares with no other; 0 for one that has ended."""
    with contextlib.suppress(psutil.Error):
        return process.memory_full_info().uss
    return 0


def forks(root: psutil.Process) -> list[psutil.Process]:
    """Descendants that were forked and run no program of their own."""
    return [process for process in root.children(recursive=True) if _is_fork(process)]


def resident(root: psutil.Process) -> int:
    """Bytes that a process and those of its descendants hold that are no forks."""
    held = 0
    for process in family(root):
        with contextlib.suppress(psutil.Error):
            if process == root or not _is_fork(process):
                held += process.memory_info().rss
    return held


def _is_fork(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return process.cmdline() == process.parent().cmdline()
    return True  # it has ended, as forks do


def _each(root: psutil.Process, ask: Callable[[psutil.Process], tuple]) -> Iterator[tuple]:
    for process in family(root):
        with contextlib.suppress(psutil.Error):
            yield ask(process)
