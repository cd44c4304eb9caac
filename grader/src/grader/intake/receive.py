"""One hand-in, in memory: a sound notebook, and sentences on what was not as released."""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from grader.intake.assemble import assemble
from grader.intake.decode import decode
from grader.intake.files import Unreadable, read_file
from grader.intake.match import Known, Placed, Role, match, trimmed

NOTICE_ID = "intake-notice"


@dataclass(frozen=True)
class Received:
    """What was made of a hand-in.

    Attributes:
        notebook: sound in every case. Where nothing could be read it is the untouched exercise,
            with the reason on top, and earns nothing.
        warnings: sentences on what was not as released and what was done about it.
        fatal: why nothing could be read; None where something could.
    """

    notebook: NotebookNode
    warnings: tuple[str, ...] = ()
    fatal: str | None = None

    @property
    def status(self) -> str:
        """One line on this hand-in."""
        return self.fatal or " ".join(self.warnings) or "As released."


def receive(path: Path, source: NotebookNode) -> Received:
    """Make a sound notebook of a file that a student handed in.

    Locked cells and checks are the teacher's, where they stood; the learner's answers and own
    cells stay, in their order; each of nbgrader's names occurs once; outputs are left behind.

    Args:
        path: the file; it is only read, and links are not followed.
        source: the teacher's notebook without solutions: as the gradebook sees it, or as released.
    """
    try:
        data = read_file(path)
    except Unreadable as reason:
        return unreadable(str(reason), source)
    return receive_bytes(data, source)


def receive_bytes(data: bytes, source: NotebookNode) -> Received:
    """`receive`, for the bytes of a file."""
    try:
        cells, sentences = decode(data)
    except Unreadable as reason:
        return unreadable(str(reason), source)
    known = [Known(rank, cell) for rank, cell in enumerate(source.cells)]
    placed = match(cells, known)
    return Received(assemble(placed, known, source), (*sentences, *_not_as_released(placed, known)))


def unreadable(reason: str, source: NotebookNode) -> Received:
    """What stands for a hand-in that can't be read, with the reason on top."""
    notebook = deepcopy(source)
    notice = f"**This hand-in could not be graded.** {reason}"
    notebook.cells.insert(0, nbformat.v4.new_markdown_cell(notice, id=NOTICE_ID))
    return Received(notebook, fatal=reason)


def _not_as_released(placed: list[Placed], known: list[Known]) -> list[str]:
    """Sentences on cells that are missing, changed, of another kind, doubled or without name."""
    named = [one for one in placed if one.known and one.known.name]
    answers = [one for one in named if one.role is Role.ANSWER]
    there = Counter(one.known for one in named)
    missing = [one.name for one in known if one.name and one not in there]
    changed = [
        one.known.name
        for one in named
        if one.known.is_locked
        and trimmed(one.cell.source) not in (one.known.released, one.known.whole)
    ]
    retyped = [one.known.name for one in named if one.cell.kind != one.known.cell.cell_type]
    doubled = [one.name for one, count in there.items() if count > 1]
    nameless = [
        one.known.name
        for one in answers
        if one.known.name != one.cell.grade_id and one.known.cell.id != one.cell.id
    ]
    told = {
        "Missing cells were put back": missing,
        "Locked cells were changed; they are graded as released": changed,
        "Cells of another kind were turned back": retyped,
        "Cells with copies, of which the first filled-in one is graded": doubled,
        "Answers had lost their names and were found by content": nameless,
    }
    return [f"{what}: {', '.join(dict.fromkeys(names))}." for what, names in told.items() if names]
