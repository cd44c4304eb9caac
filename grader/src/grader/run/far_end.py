"""What the runner needs from a process that executes a notebook, however it was made."""

import signal
from dataclasses import dataclass
from typing import Protocol, Self

from grader.run.frames import Frame

UNSENT = 8 * 1024**2  # bytes of each stream that are read from a process that has ended


class RunnerError(RuntimeError):
    """Notebooks can't be run at all; the message says why and what to do."""

    @classmethod
    def at_start(cls, what: str, log: bytes) -> Self:
        """Return the error for a process that did not start, with the end of what it printed."""
        lines = log.decode("utf-8", "replace").strip().splitlines()[-8:]
        return cls(
            f"{what} did not start, so no notebook can be run. Its last words:\n"
            + "\n".join(f"    {line}" for line in lines or ["(none)"])
            + "\nIf a package is missing or broken, installing requirements.txt again mends it."
        )


@dataclass(frozen=True)
class Ended:
    """The process has ended.

    Attributes:
        how: to be read after "the process".
        unsent: what it had printed and not sent, by stream.
        server: the warm process ended, and this one with it.
        forged: it was killed for a message that is not one of the grader's.
    """

    how: str
    unsent: dict[str, str]
    server: bool = False
    forged: bool = False

    @classmethod
    def after(cls, status: int, excess: str, unsent: dict[str, str]) -> Self:
        """Put an end in words.

        Args:
            status: exit status, or minus the signal that ended the process.
            excess: what it was killed for, if it was; see `processes.excess`.
            unsent: see above.
        """
        if excess:
            how = f"{excess} and was killed"
        elif status < 0:
            how = f"was killed by signal {-status} ({signal.strsignal(-status)})"
        else:
            how = f"ended itself with exit status {status}"
        return cls(how, unsent)


class Child(Protocol):
    """A process that executes cells."""

    def send(self, frame: Frame) -> None:
        """Send a message. A process that has ended gets none; `receive` will tell."""

    def receive(self, timeout: float) -> Frame | Ended | None:
        """Return the next message, or the process's end, or None after the timeout in seconds.

        Raises:
            BadFrame: what arrived is no message.
        """

    def interrupt(self) -> None:
        """Ask the running cell to stop, as Ctrl-C does."""

    def close(self) -> Ended:
        """Kill the process with all it has started, wait until it is gone, and tell its end."""
