"""What goes into a run and what comes out of it: plain data, nothing else."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # executing processes import this module, and nbformat takes a second
    from nbformat import NotebookNode

Status = Literal["ok", "error", "timed out", "died", "not run"]


@dataclass(frozen=True)
class Limits:
    """How much one run may use.

    Attributes:
        cell: seconds a cell may take; then it is interrupted, and a moment later killed.
        run: seconds all cells together may take, repeats after a death included.
        memory: bytes of memory that the run's processes may hold together. TensorFlow itself
            takes about half a gigabyte of it.
        processes: how many of them there may be.
        disk: in a sandbox, bytes that the run may write, in files and in shared memory each.
        text: characters a cell may print; what comes after them is cut.
        outputs: outputs (streams, displays, results) a cell may have; further ones are cut.
    """

    cell: float = 30.0
    run: float = 120.0
    memory: int = 3 * 1024**3
    processes: int = 100
    disk: int = 512 * 1024**2
    text: int = 1_000_000
    outputs: int = 3_000


@dataclass
class CellOutcome:
    """How one code cell went.

    Attributes:
        index: the cell's place among all of the notebook's cells.
        status: "ok"; "error" (it raised); "timed out"; "died" (its process ended, or used too
            much memory); "not run" (the run ended before the cell's turn).
        seconds: from the cell's start to its end; 0 for a cell without code.
        ename: the exception's class, for "error"; else empty.
        evalue: the exception's message, for "error"; else empty.
        traceback: lines as IPython shows them, for "error"; else empty.
        reason: a sentence for "timed out", "died" and "not run"; else empty.
        finished: for a check: it ran to its very end without an error, as the one-time token
            proves that came with it and came back after it. Nothing else is worth points.
        value: for a finished check whose last expression is a number: that number, be it NaN,
            infinite, negative or too large; else None. For partial credit.
        tampering: for a check: a sentence about what was done to it; else empty. Such a check has
            not finished.
    """

    index: int
    status: Status = "not run"
    seconds: float = 0.0
    ename: str = ""
    evalue: str = ""
    traceback: list[str] = field(default_factory=list)
    reason: str = ""
    finished: bool = False
    value: float | None = None
    tampering: str = ""


@dataclass
class Run:
    """A finished run.

    Attributes:
        notebook: a copy of the notebook with the outputs and execution counts of this run.
        cells: one outcome for each code cell, in order.
    """

    notebook: "NotebookNode"
    cells: list[CellOutcome]
