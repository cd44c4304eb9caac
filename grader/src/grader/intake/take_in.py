"""A class's hand-ins: from a folder, a zip or an LMS's download to where nbgrader looks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from nbformat import NotebookNode
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from grader.course import Course
from grader.intake.entries import entries
from grader.intake.files import Unreadable, shown
from grader.intake.names import called, safe_student
from grader.intake.shelf import Shelf
from grader.intake.sort import HandIn, sort_out
from grader.release import released

ORIGINALS = "originals"  # the folder, beside nbgrader's of hand-ins, of what was handed in
_FAILED = "It could not be taken in ({reason}). Make room or rights, and take it in again."


@dataclass(frozen=True)
class Status:
    """What became of one hand-in.

    Attributes:
        student: as nbgrader knows the student, or the path of what has none.
        assignment: its name; empty where nothing tells.
        warnings: sentences on what was not as released, and what was done about it.
        fatal: why nothing could be read; None where something could.
    """

    student: str
    assignment: str
    warnings: tuple[str, ...] = ()
    fatal: str | None = None

    def __str__(self) -> str:
        """One line."""
        whose = ", ".join(shown(name) for name in (self.student, self.assignment) if name)
        told = [sentence for sentence in (self.fatal, *self.warnings) if sentence]
        return f"{whose}: {' '.join(told) or 'As released.'}"


class Intake:
    """Takes hand-ins in, and keeps what nbgrader reads sound.

    Args:
        submitted: nbgrader's folder of hand-ins, `submitted/STUDENT/ASSIGNMENT/`.
        originals: a folder for what was handed in, as it was handed in.
        sources: the released notebook of each assignment.
    """

    def __init__(
        self, submitted: Path, originals: Path, sources: Mapping[str, NotebookNode]
    ) -> None:
        self._submitted = submitted
        self._originals = originals
        self._sources = sources

    @classmethod
    def of(cls, course: Course, config: Config) -> Self:
        """The intake of a course, with nbgrader's folders as `config` names them.

        Raises:
            CourseError: a solution notebook can't be read or released.
        """
        places = CourseDirectory(config=config)
        submitted = Path(places.root, places.submitted_directory)
        solutions = {name: course.solution_notebook(name) for name in course.assignment_names}
        sources = {name: released(path) for name, path in solutions.items() if path.exists()}
        return cls(submitted, submitted.parent / ORIGINALS, sources)

    def take_in(self, source: Path) -> Iterator[Status]:
        """Take in all hand-ins of a folder or a zip; say of each what became of it.

        Nothing is overwritten that is not kept among the originals; the newest work counts.

        Raises:
            Unreadable: `source` is neither a folder nor a sound zip.
        """
        for hand_in in sort_out(list(entries(source)), self._sources):
            if not hand_in.assignment:
                yield Status(hand_in.student, "", fatal=" ".join(hand_in.warnings))
                continue
            try:
                yield self._place(hand_in)
            except OSError as error:
                yield _failed(hand_in.student, hand_in.assignment, error)

    def normalise_all(self, assignment: str) -> Iterator[Status]:
        """Make all hand-ins for an assignment sound, each where it lies."""
        yield from self.rename_students()
        for folder in sorted(self._submitted.glob("*")):
            if (folder / assignment).is_dir():
                yield self.normalise(folder.name, assignment)

    def normalise(self, student: str, assignment: str) -> Status:
        """Make one hand-in sound where it lies; what is sound already stays as it is."""
        return self._normalise(student, assignment, ())

    def rename_students(self) -> Iterator[Status]:
        """Rename the folders of students whose names nbgrader's commands or pages can't take."""
        for folder in sorted(self._submitted.glob("*")):
            name = safe_student(folder.name)
            if name == folder.name or not any((folder / one).is_dir() for one in self._sources):
                continue
            if (self._submitted / name).exists():
                fatal = f"It should be called '{name}', which is there already. Join the two."
                yield Status(folder.name, "", fatal=fatal)
            else:
                folder.rename(self._submitted / name)
                yield Status(name, "", (called(folder.name, name),))

    def _shelf(self, student: str, assignment: str) -> Shelf:
        return Shelf(
            self._submitted / student / assignment,
            self._originals / student / assignment,
            assignment,
            self._sources[assignment],
        )

    def _normalise(self, student: str, assignment: str, remarks: tuple[str, ...]) -> Status:
        try:
            record = self._shelf(student, assignment).normalise(remarks)
        except OSError as error:
            return _failed(student, assignment, error)
        if not record.written:
            return Status(student, assignment, fatal="There is no hand-in.")
        return Status(student, assignment, record.remarks + record.warnings, record.fatal)

    def _place(self, hand_in: HandIn) -> Status:
        """Put a hand-in where nbgrader looks for it.

        Raises:
            OSError: a file can't be written.
        """
        shelf = self._shelf(hand_in.student, hand_in.assignment)
        remarks = [*hand_in.warnings, *self._twins(hand_in.student)]
        contents: dict[str, tuple[bytes, float]] = {}
        for entry in hand_in.notebooks:
            try:
                contents[entry.path[-1]] = (entry.read(), hand_in.time or entry.modified)
            except Unreadable as reason:
                remarks.append(str(reason))
        before = shelf.record()
        known = bool(contents) and all(
            shelf.has(name, data) for name, (data, _) in contents.items()
        )
        older = 0 < hand_in.modified < before.modified
        if older and not known:
            for name, (data, _) in contents.items():
                shelf.keep(name, data)
            remarks.append("An older hand-in was only kept: what is there is newer.")
        if not (older or known):
            shelf.normalise()
            shelf.folder.mkdir(parents=True, exist_ok=True)
            for name, (data, modified) in contents.items():
                shelf.put((name,), data, modified)
            remarks += _put_extras(shelf, hand_in)
        return self._normalise(hand_in.student, hand_in.assignment, tuple(remarks))

    def _twins(self, student: str) -> list[str]:
        """Warn of students whose names differ only by capitals: they may be one."""
        others = (folder.name for folder in self._submitted.glob("*"))
        return [
            f"'{shown(other)}' is another student here; if the two are one, join their folders."
            for other in others
            if other != student and other.casefold() == student.casefold()
        ]


def _put_extras(shelf: Shelf, hand_in: HandIn) -> Iterator[str]:
    for parts, entry in hand_in.extras.items():
        try:
            shelf.put(parts, entry.read(), entry.modified)
        except Unreadable as reason:
            yield f"It was left out: {reason}"
        except OSError as error:
            yield f"'{shown('/'.join(parts))}' was left out ({error.strerror})."


def _failed(student: str, assignment: str, error: OSError) -> Status:
    return Status(student, assignment, fatal=_FAILED.format(reason=error.strerror))
