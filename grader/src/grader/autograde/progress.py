"""A batch's progress on a terminal: a bar with rate and time left, a line for what is not fine."""

from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from grader.autograde.batch import Step


class Bar:
    """Shows steps as they are done; call it with each."""

    def __init__(self, console: Console) -> None:
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeRemainingColumn(),
            console=console,
        )
        self._task = self._bar.add_task("Grading", total=None)

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
