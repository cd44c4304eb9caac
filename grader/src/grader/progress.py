"""How far a class has got: told student by student, and shown as a bar on a terminal."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import rich.progress
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text


@dataclass(frozen=True)
class Step:
    """One student's work has been dealt with.

    Attributes:
        student: whose it is.
        status: what the teacher should know, in one line; empty when all is well.
        number: how many are done, this one included.
        total: how many there are to do.
    """

    student: str
    status: str
    number: int
    total: int

    def __post_init__(self) -> None:
        """Let every terminal print it."""
        for name in ("student", "status"):
            line = " ".join(getattr(self, name).split())
            object.__setattr__(self, name, line.encode("utf-8", "replace").decode())


Progress = Callable[[Step], None]


class Bar:
    """Shows steps as they are done, with rate and time left; call it with each.

    Args:
        console: where to.
        doing: what is done, as in "Grading".
    """

    def __init__(self, console: Console, doing: str) -> None:
        self._bar = rich.progress.Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeRemainingColumn(),
            console=console,
        )
        self._task = self._bar.add_task(doing, total=None)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, step: Step) -> None:
        """Show one more step."""
        if step.status:
            self._bar.console.print(f"{step.student}: {step.status}", markup=False)
        self._bar.update(self._task, completed=step.number, total=step.total)


class _Rate(ProgressColumn):
    """How many hand-ins are done in a second."""

    def render(self, task: Task) -> Text:
        """Return the rate, or nothing while it is not known."""
        return Text(f"{task.speed:.1f} a second" if task.speed else "")
