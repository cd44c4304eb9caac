"""Files by student and assignment, whatever system they were downloaded from."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NoReturn

from nbformat import NotebookNode

from grader.intake.entries import Entry, Refused
from grader.intake.files import Unreadable, shown
from grader.intake.names import (
    Owner,
    assignment_in,
    below_wrappers,
    called,
    is_notebook,
    owner,
    safe_student,
)
from grader.intake.shelf import shared_cells

Parts = tuple[str, ...]  # of a path

_NOTHING = "There is no exercise notebook of this course in it."


@dataclass
class HandIn:
    """What one student handed in at one time for one assignment.

    Attributes:
        student: as nbgrader is to know the student.
        assignment: its name; empty where nothing belongs to one.
        folder: where it was.
        depth: how many parts of a path below the student's name lead to it.
        time: when it was handed in, where the path says so, in seconds since 1970.
        notebooks: files that may be its notebook.
        extras: other files, by their path beside the notebook.
        warnings: sentences on it.
    """

    student: str
    assignment: str = ""
    folder: Parts = ()
    depth: int = 0
    time: float | None = None
    notebooks: list[Entry] = field(default_factory=list)
    extras: dict[Parts, Entry] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @property
    def modified(self) -> float:
        """When it was handed in, as far as anything tells, in seconds since 1970; else 0."""
        return self.time or max((entry.modified for entry in self.notebooks), default=0.0)


def sort_out(found: list[Entry | Refused], sources: Mapping[str, NotebookNode]) -> Iterator[HandIn]:
    """Tell hand-ins apart, older ones first. What belongs to none comes without an assignment.

    Args:
        found: all files, with their paths.
        sources: the released notebook of each assignment.
    """
    around = below_wrappers([one.path for one in found], sources)
    owners = [owner(one.path[around:], sources) for one in found]
    names = _names(owners)
    hand_ins: dict[tuple[str, str, Parts], HandIn] = {}
    others = []
    for one, whose in zip(found, owners, strict=True):
        student = names[whose.student, whose.number]
        assignment = _assignment(one, whose, sources) if student else None
        if assignment is None:
            others.append((one, whose, student))
            continue
        folder = one.path[:-1]
        key = (student, assignment, folder)
        new = HandIn(student, assignment, folder, len(whose.inner) - 1, whose.time)
        hand_in = hand_ins.setdefault(key, new)
        hand_in.notebooks.append(_readable(one))
        if student != whose.student:
            hand_in.warnings.append(called(whose.student, student))
    left = [one for one in others if not _joins(*one, list(hand_ins.values()))]
    yield from sorted(hand_ins.values(), key=lambda one: one.modified)
    yield from _without_notebook(left, {one.student for one in hand_ins.values()})


def _names(owners: list[Owner]) -> dict[tuple[str, str], str]:
    """What nbgrader is to call each student; an LMS's number tells two of one name apart."""
    numbers = defaultdict(set)
    for one in owners:
        numbers[one.student].add(one.number)
    return {
        (name, number): safe_student(f"{name} {number}" if len(all_of_them) > 1 else name)
        if name
        else ""
        for name, all_of_them in numbers.items()
        for number in all_of_them
    }


def _assignment(
    one: Entry | Refused, whose: Owner, sources: Mapping[str, NotebookNode]
) -> str | None:
    """The assignment that a notebook belongs to: by folder, by its name, by its cells."""
    *folders, name = whose.inner
    if not is_notebook(name):
        return None
    told = next((folder for folder in reversed(folders) if folder in sources), None)
    told = told or assignment_in(name, sources) or assignment_in("/".join(folders), sources)
    if told or isinstance(one, Refused):
        return told
    try:
        data = one.read()
    except Unreadable:
        return None
    shared = {name: shared_cells(data, source) for name, source in sources.items()}
    best = max(shared, key=shared.__getitem__, default=None)
    return best if best and shared[best] else None


def _readable(one: Entry | Refused) -> Entry:
    if isinstance(one, Entry):
        return one
    return Entry(one.path, 0.0, partial(_refuse, one.reason))


def _refuse(reason: str) -> NoReturn:
    raise Unreadable(reason)


def _joins(one: Entry | Refused, whose: Owner, student: str, hand_ins: list[HandIn]) -> bool:
    """Add a file to the hand-ins that it lies beside or below; tell whether there is one."""
    beside = [
        hand_in
        for hand_in in hand_ins
        if hand_in.student == student and one.path[: len(hand_in.folder)] == hand_in.folder
    ]
    nearest = max((len(hand_in.folder) for hand_in in beside), default=0)
    for hand_in in beside:
        if len(hand_in.folder) < nearest:
            continue
        if isinstance(one, Refused):
            hand_in.warnings.append(f"It was left out: {one.reason}")
        else:
            hand_in.extras[whose.inner[hand_in.depth :]] = one
    return bool(beside)


def _without_notebook(
    left: list[tuple[Entry | Refused, Owner, str]], students: set[str]
) -> Iterator[HandIn]:
    reasons: dict[str, list[str]] = defaultdict(list)
    for one, _, student in left:
        name = student or shown("/".join(one.path))
        if isinstance(one, Refused):
            reasons[name].append(one.reason)
        elif not student:
            reasons[name].append("Nothing in its path says whose it is.")
        elif student not in students:
            reasons[name].append(_NOTHING)
    for name, several in reasons.items():
        yield HandIn(name, warnings=list(dict.fromkeys(several)))
