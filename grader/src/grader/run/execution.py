"""One run: sends the cells, keeps the time, writes down what happens."""

import contextlib
import copy
import secrets
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.run import files
from grader.run.far_end import Child, Ended, RunnerError
from grader.run.frames import BadFrame, Frame
from grader.run.outcome import CellOutcome, Limits, Run, Status
from grader.run.rewrite import prepare
from grader.run.transcript import Transcript

if TYPE_CHECKING:
    from nbformat import NotebookNode

_START = 180.0  # seconds for a process to be ready
_GRACE = 1.0  # seconds between an interrupt and the kill, and for an answer to the last message
_PARTED = "The process was ended right after this check had passed."


@dataclass(frozen=True)
class Place:
    """A folder to run in.

    Attributes:
        folder: where it is.
        copied: whether the run has its files in its own private folder instead.
    """

    folder: Path
    copied: bool


class Execution:
    """The run of one notebook, over as many processes as it takes.

    Args:
        notebook: stays as it is.
        limits: what the run may use; its time starts now.
        place: folder to run in, or None for a private one.
        checks: places of the cells that hold the teacher's code.
        held_out: those of them whose names later cells must not see.
        answers: names that are the student's, whatever checks bind to them.
        classes: names of the student's classes whose operators count.
    """

    def __init__(
        self,
        notebook: "NotebookNode",
        limits: Limits,
        place: Place | None,
        checks: frozenset[int] = frozenset(),
        held_out: frozenset[int] = frozenset(),
        answers: frozenset[str] = frozenset(),
        classes: frozenset[str] = frozenset(),
    ) -> None:
        self._limits = limits
        self._checks = checks | held_out
        self._held_out = held_out
        self._answers = sorted(answers)
        self._classes = classes
        self._begin = {
            "type": "begin",
            "cwd": str(place.folder) if place and not place.copied else None,
            "text": limits.text,
            "outputs": limits.outputs,
        }
        self._beside = place.folder if place and place.copied else None
        self._notebook = copy.deepcopy(notebook)
        self._transcript = Transcript(self._notebook, self._checks)
        self._outcomes = [
            CellOutcome(index)
            for index, cell in enumerate(self._notebook.cells)
            if cell.cell_type == "code"
        ]
        self._left_out: set[int] = set()  # cells that a new process does not run again
        self._running: CellOutcome | None = None  # the last cell that said that it started
        self._deadline = time.monotonic() + limits.run

    def names(self) -> list[list[str]]:
        """The names that each check refers to."""
        found = []
        for index in sorted(self._checks):
            with contextlib.suppress(SyntaxError, ValueError):  # told when it is run
                found.append(prepare(self._notebook.cells[index].source)["names"])
        return found

    def attempt(self, child: Child, blame: bool) -> Ended | None:
        """Run all cells but those that an earlier process did not get past.

        Args:
            child: a new process.
            blame: whether a cell is marked when the warm process ends under it. Runs share the
                warm process, so the first time another run's cell may have ended it.

        Returns:
            None when there is nothing more to run, else how the process ended.

        Raises:
            RunnerError: the process did not get ready.
        """
        child.send(self._begin)
        ready = child.receive(_START)
        if isinstance(ready, Ended) and ready.server and not blame:
            return ready
        if ready != {"type": "ready"}:
            last_words = child.close().unsent["stderr"]
            raise RunnerError.at_start("The process for a notebook", last_words.encode())
        for message in files.messages(self._beside, self._limits.disk) if self._beside else ():
            child.send(message)
        self._running = None
        for outcome in self._outcomes:
            source = self._notebook.cells[outcome.index].source
            if not source.strip():
                outcome.status = "ok"
            elif outcome.index not in self._left_out:
                if time.monotonic() > self._deadline:
                    return None
                ended = self._cell(child, outcome, source, blame)
                if ended:
                    return ended if self._unfinished() else None
        self._part(child)
        return None

    def result(self) -> Run:
        """Return what was written down."""
        from nbformat import from_dict  # executing processes import this module; see `outcome`

        for outcome in self._unfinished():
            outcome.reason = (
                f"The {self._limits.run:g} seconds for a whole notebook were used up before."
                if time.monotonic() > self._deadline
                else "Too many cells before it ended the process."
            )
        return Run(from_dict(self._notebook), self._outcomes)

    def _unfinished(self) -> list[CellOutcome]:
        return [outcome for outcome in self._outcomes if outcome.status == "not run"]

    def _cell(self, child: Child, outcome: CellOutcome, source: str, blame: bool) -> Ended | None:
        """Run one cell and mark how it went; return how the process ended, if it did."""
        self._transcript.restart(outcome.index)
        outcome.finished, outcome.value = False, None
        try:
            frame = self._frame(outcome.index, source)
        except (SyntaxError, ValueError) as error:
            told = {"ename": type(error).__name__, "evalue": str(error), "traceback": []}
            self._transcript.error(outcome.index, **told)
            self._finish(outcome, {"error": told, "tampering": ""})
            return None
        child.send(frame)
        begun = time.monotonic()
        limit = min(self._limits.cell, self._deadline - begun)
        event = self._listen(child, outcome, frame["token"], begun + limit)
        late = event is None
        if late:
            child.interrupt()
            event = self._listen(child, outcome, frame["token"], begun + limit + _GRACE)
            event = event or child.close()
        outcome.seconds = time.monotonic() - begun
        ended = event if isinstance(event, Ended) else None
        guilty = self._running or outcome  # a cell that has not started yet can't be
        if ended:
            for name, text in ended.unsent.items():
                self._transcript.stream(guilty.index, name, text[: self._limits.text])
        if late:
            reason = f"The cell was still running after {limit:.3g} seconds and was stopped."
            self._fail(guilty, "timed out", "CellTimedOut", reason)
        elif not ended:
            self._finish(outcome, event)
        elif blame or not ended.server:
            reason = f"The process that ran the cell {ended.how}."
            if ended.forged:
                guilty.tampering = "Something else than the grader answered in the grader's name."
            elif guilty.finished:
                guilty.tampering = _PARTED
            self._fail(guilty, "died", "CellDied", reason)
        return ended

    def _frame(self, index: int, source: str) -> Frame:
        """Return the message for a cell, with a new token.

        Raises:
            SyntaxError: a check is no Python.
            ValueError: a check holds a null byte.
        """
        token = secrets.token_hex(16)
        if index in self._checks:
            frame = prepare(source)
            classes = sorted(self._classes.intersection(frame["names"]))
            about = {"held_out": index in self._held_out, "answers": self._answers}
            return {"type": "check", "token": token, "classes": classes, **about, **frame}
        sound = source.replace("\0", "").encode("utf-8", "replace").decode()
        return {"type": "cell", "token": token, "source": sound}

    def _part(self, child: Child) -> None:
        """See the process out: one that ends at once after a check has passed was made to."""
        last = self._running
        if last and last.finished:
            frame = {"type": "end", "token": secrets.token_hex(16)}
            child.send(frame)
            event = self._listen(child, last, frame["token"], time.monotonic() + _GRACE)
            if isinstance(event, Ended):
                last.tampering = _PARTED
                self._fail(last, "died", "CellDied", f"The process {event.how}.")

    def _listen(
        self, child: Child, outcome: CellOutcome, token: str, until: float
    ) -> Frame | Ended | None:
        """Write down what a cell shows, until it is done, or its process ends, or it is late."""
        try:
            while (left := until - time.monotonic()) > 0:
                match event := child.receive(left):
                    case {
                        "type": "done",
                        "token": str(sent),
                        "error": None | {"ename": str(), "evalue": str(), "traceback": list()},
                        "value": None | float(),
                        "tampering": str(),
                    } if sent == token:
                        return event
                    case {"type": "start", "token": str(sent), "count": int(count)} if (
                        sent == token
                    ):
                        self._running = outcome
                        self._transcript.count(outcome.index, count)
                    case dict():
                        self._transcript.apply(outcome.index, event)
                    case _:
                        return event
        except BadFrame as error:
            how = f"sent what is no message ({error}) and was killed"
            return replace(child.close(), how=how, forged=True)
        return None

    def _finish(self, outcome: CellOutcome, done: Frame) -> None:
        """Mark a cell that ran to its end, or to its error."""
        error = done["error"]
        if outcome.index in self._checks and done["tampering"]:
            outcome.tampering = done["tampering"]
            error = {"ename": "Tampering", "evalue": outcome.tampering, "traceback": []}
            self._transcript.error(outcome.index, **error)
        outcome.status = "error" if error else "ok"
        if error:
            outcome.ename, outcome.evalue = error["ename"], error["evalue"]
            outcome.traceback = [str(line) for line in error["traceback"]]
        elif outcome.index in self._checks:
            outcome.finished, outcome.value = True, done["value"]
            if outcome.value is not None:
                self._transcript.number(outcome.index, outcome.value)

    def _fail(self, outcome: CellOutcome, status: Status, ename: str, reason: str) -> None:
        outcome.status = status
        outcome.reason = reason
        outcome.finished, outcome.value = False, None
        self._left_out.add(outcome.index)
        self._transcript.error(outcome.index, ename, reason, [f"{ename}: {reason}"])
