"""One hand-in's way: read it, put it in order, grade it, write the graded files."""

import json
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import parse_utc
from traitlets.config import Config

from grader.autograde.engine import Engine
from grader.autograde.folders import fingerprint, read_files, write_files
from grader.autograde.grade import Files
from grader.autograde.steps import Steps
from grader.autograde.store import Entry, State
from grader.course import Course
from grader.errors import CourseError
from grader.intake import Intake, Status, receive_bytes
from grader.release import as_gradebook_sees

_TIME = "timestamp.txt"


class Desk:
    """Grades the hand-ins of one assignment, one at a call; several threads may call.

    Args:
        course: holds the checks.
        config: nbgrader's, says where hand-ins are and where graded work goes.
        assignment: its name.
        engine: runs the notebooks.

    Raises:
        CourseError: the course's own notebook can't be used.
    """

    def __init__(self, course: Course, config: Config, assignment: str, engine: Engine) -> None:
        self._assignment = assignment
        self._notebook_name = f"{assignment}.ipynb"
        self._places = CourseDirectory(config=config)
        self._converter = Autograde(coursedir=self._places, config=config)
        self._steps = Steps(self._converter)
        self._engine = engine
        solution = course.solution_notebook(assignment)
        self._source = as_gradebook_sees(solution)
        self._intake = Intake.of(course, config)
        self._renamed: dict[str, Status] = {}  # by student: a new name, or why there can't be one
        self._beside = read_files(solution.parent, [*self._places.ignore, "*.ipynb"])
        self._checks = fingerprint({"cells": _cells(self._source), **self._beside})

    def students(self) -> list[str]:
        """Everybody who handed in, in order; folders that nbgrader can't take are renamed."""
        self._renamed = {one.student: one for one in self._intake.rename_students()}
        before, after = self._folder(self._places.submitted_directory, "\0").split("\0")
        below = after.strip("/")
        return sorted(
            path.name
            for path in Path(before).glob("*")
            if not path.name.startswith(".") and (path / below).is_dir()
        )

    def state(self, student: str) -> State:
        """What lies on disk for a student, as hashes.

        Raises:
            OSError: a file can't be read.
        """
        return self._state(student, fingerprint(self._handed_in(student)))

    def grade(self, student: str) -> Entry:
        """Grade a student's hand-in and write the graded files; return what to enter.

        What can't be read is graded as the untouched exercise, which earns nothing.

        Raises:
            CourseError: nbgrader could not take the student's name, or the hand-in has gone.
            OSError: a file can't be read or written.
            RunnerError: no notebook can be run.
        """
        name = self._renamed.get(student, Status(student, self._assignment))
        if name.fatal:
            raise CourseError(name.fatal)
        status = self._intake.normalise(student, self._assignment)
        if not self._submitted(student).is_dir():
            raise CourseError("the folder of the hand-in has gone; nothing was entered.")
        files = self._handed_in(student)
        received = receive_bytes(files.get(self._notebook_name, b""), self._source)
        extra = {path: data for path, data in files.items() if not path.endswith(".ipynb")}
        extra |= self._overwriting(extra)
        beside = {path: data for path, data in extra.items() if path != _TIME}
        graded = self._engine.grade(received.notebook, beside)
        text = self._steps.text(graded.notebook, student, self._assignment)
        target = Path(self._folder(self._places.autograded_directory, student))
        write_files(target, extra | {self._notebook_name: text.encode("utf-8", "replace")})
        self._converter.set_permissions(self._assignment, student)
        said = [*name.warnings, status.fatal, *status.warnings, *graded.remarks]
        return Entry(
            student,
            self._state(student, fingerprint(files)),
            parse_utc(files[_TIME].decode().strip()) if _TIME in files else None,
            {score.name: score for score in graded.scores},
            graded.unanswered,
            " ".join(filter(None, said)),
            graded.seconds,
        )

    def _folder(self, step: str, student: str) -> str:
        return self._places.format_path(step, student, self._assignment)

    def _submitted(self, student: str) -> Path:
        return Path(self._folder(self._places.submitted_directory, student))

    def _handed_in(self, student: str) -> dict[str, bytes]:
        return read_files(self._submitted(student), self._places.ignore)

    def _state(self, student: str, hand_in: str) -> State:
        folder = Path(self._folder(self._places.autograded_directory, student))
        graded = folder / self._notebook_name
        written = fingerprint({graded.name: graded.read_bytes()}) if graded.is_file() else ""
        return State(hand_in, self._checks, written)

    def _overwriting(self, files: Files) -> Files:
        """The teacher's files, less those that students may change."""
        free = self._converter.exclude_overwriting.get(self._assignment, [])
        return {
            path: data
            for path, data in self._beside.items()
            if not (path in free and path in files)
        }


def _cells(source: NotebookNode) -> bytes:
    """All that grading takes from the teacher's notebook."""
    cells = [[cell.cell_type, cell.source, cell.metadata] for cell in source.cells]
    return json.dumps(cells, sort_keys=True).encode()
