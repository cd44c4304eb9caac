"""Grading on other machines: a Dask cluster, whose processes each keep one warm runner."""

import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from nbformat import NotebookNode

from grader.autograde.grade import Files, Graded, grade
from grader.errors import CourseError
from grader.run import Limits, Runner

if TYPE_CHECKING:
    from distributed import Client

_PATIENCE = 20  # seconds for the scheduler to answer, and for it to have a worker


class Cluster:
    """Grades on a cluster. What a lost process was working on, Dask gives to another.

    Every worker needs the `grader` package and what notebooks import; it needs none of the
    course's files.

    Args:
        address: the scheduler's, such as `tcp://10.0.0.1:8786`.
        limits: what one run may use.
        sandbox: whether students' code is shut in.
    """

    def __init__(self, address: str, limits: Limits, sandbox: bool) -> None:
        self._kind = (limits, sandbox)
        self._client = _connect(address)
        self.workers = sum(self._client.nthreads().values())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give up what is running, and leave the cluster."""
        self._client.close()

    def grade(self, notebook: NotebookNode, files: Files) -> Graded:
        """Grade one notebook somewhere, and wait for it."""
        future = self._client.submit(_grade, notebook, files, self._kind, pure=False)
        return future.result()


def _connect(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError as error:
        raise CourseError(
            "Grading on a cluster needs Dask, which is not installed. "
            "Install it by `pip install -e './grader[cluster]'`, with the same -c constraints."
        ) from error
    try:
        with ExitStack() as stack:
            client = stack.enter_context(Client(address, timeout=_PATIENCE))
            client.wait_for_workers(1, timeout=_PATIENCE)
            stack.pop_all()
    except (OSError, ValueError) as error:
        raise CourseError(
            f"There is no cluster to grade on at {address} ({error}). "
            "Start `dask scheduler` and `dask worker` there, and give the scheduler's address."
        ) from error
    return client


_Kind = tuple[Limits, bool]  # limits, and whether there is a sandbox
_runners: dict[_Kind, Runner] = {}  # of this process; they end with it
_lock = threading.Lock()


def _grade(notebook: NotebookNode, files: Files, kind: _Kind) -> Graded:
    """Grade in a process of the cluster, by its one runner."""
    with _lock:
        if kind not in _runners:
            limits, sandbox = kind
            _runners[kind] = Runner(limits, sandbox=sandbox)
    return grade(notebook, _runners[kind], files)
