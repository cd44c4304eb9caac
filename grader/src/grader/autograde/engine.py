"""Where notebooks are run: on this machine (here) or on others (`cluster`)."""

import os
from typing import Protocol, Self

from nbformat import NotebookNode

from grader.autograde.grade import Files, Graded, grade
from grader.run import Limits, Runner


class Engine(Protocol):
    """Grades notebooks; several threads may ask at once.

    Attributes:
        workers: how many notebooks it can run at a time.
    """

    workers: int

    def __enter__(self) -> Self:
        """Get ready."""

    def __exit__(self, *_: object) -> None:
        """Close it."""

    def close(self) -> None:
        """Give up what is running, and give everything back."""

    def grade(self, notebook: NotebookNode, files: Files) -> Graded:
        """Grade one notebook, as `grade.grade` does."""


class Here:
    """Grades on this machine.

    Args:
        limits: what one run may use.
        sandbox: whether students' code is shut in.
        workers: how many runs at a time; as many as there are processors when left out.

    Raises:
        RunnerError: students' code can't be shut in here.
    """

    def __init__(self, limits: Limits, sandbox: bool, workers: int | None = None) -> None:
        self.workers = workers or len(os.sched_getaffinity(0))
        self._runner = Runner(limits, sandbox=sandbox)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give up what is running, and end the processes."""
        self._runner.close()

    def grade(self, notebook: NotebookNode, files: Files) -> Graded:
        """Grade one notebook."""
        return grade(notebook, self._runner, files)
