"""What names of files and folders say: which student, which assignment, which copy."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC

from nbgrader.utils import parse_utc

from grader.intake.files import shown

_MOODLE = re.compile(
    r"(?P<student>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+_(?P<file>.*)", re.DOTALL
)
_CANVAS = re.compile(r"(?P<student>[^_]+)_(?:LATE_)?(?P<number>\d+)_\d+_(?P<file>.+)", re.DOTALL)
_EXCHANGE = re.compile(r"(?P<student>[^+]+)\+(?P<assignment>[^+]+)\+(?P<time>[^+]+)(?:\+[^+]*)?")
_NOTEBOOK = re.compile(r"\.ipynb(\.(txt|json))*[. ]*$", re.IGNORECASE)
_COPY_NUMBER = re.compile(r"(\d+)\)?$")
_UNSAFE = re.compile(r"[^\w .@+,'()=-]")
_LONGEST = 200  # bytes; file systems take 255
_DIGEST = 6  # letters


@dataclass(frozen=True)
class Owner:
    """Whose a file is, as its path says.

    Attributes:
        student: the name that the path gives; empty where it gives none.
        inner: the path below what names the student.
        number: an LMS's number, which tells students of one name apart.
        time: when it was handed in, in seconds since 1970, where nbgrader's exchange says so.
    """

    student: str
    inner: tuple[str, ...]
    number: str = ""
    time: float | None = None


def owner(path: tuple[str, ...], assignments: Iterable[str]) -> Owner:
    """Read a path as Moodle, Canvas, nbgrader's exchange or a folder for each student names it.

    Args:
        path: its parts, below the folder or zip that holds everybody's work.
        assignments: a folder with such a name is no student's.
    """
    for at, part in enumerate(path):
        rest = path[at + 1 :]
        if found := _MOODLE.fullmatch(part):
            return Owner(found["student"], rest or (found["file"],), found["number"])
        if rest and (found := _EXCHANGE.fullmatch(part)):
            return Owner(
                found["student"], (found["assignment"], *rest), "", _seconds(found["time"])
            )
    if found := _CANVAS.fullmatch(path[-1]):
        return Owner(found["student"], (found["file"],), found["number"])
    if path[0] in assignments:
        path = path[1:]
    return Owner(path[0], path[1:]) if len(path) > 1 else Owner("", path)


def below_wrappers(paths: list[tuple[str, ...]], assignments: Iterable[str]) -> int:
    """How many folders lie around all students' folders, as in a zip of the folder of a class."""
    depth = 0
    while paths and all(len(path) > depth + 2 for path in paths):
        if len({path[depth] for path in paths}) > 1 or any(
            path[depth + 1] in assignments for path in paths
        ):
            break
        depth += 1
    return depth


def assignment_in(name: str, assignments: Iterable[str]) -> str | None:
    """The assignment whose name is in `name`, however that is spelt; the longest if several."""
    plain = _plain(name)
    found = [assignment for assignment in assignments if _plain(assignment) in plain]
    return max(found, key=len, default=None)


def is_notebook(name: str) -> bool:
    """Tell whether a file is called a notebook; browsers and mail programs add endings."""
    return bool(_NOTEBOOK.search(name))


def copy_number(stem: str) -> int:
    """The number that browsers, file managers and LMSs put after the name of a further copy."""
    found = _COPY_NUMBER.search(stem)
    return int(found[1][-9:]) if found else 0


def safe_student(name: str) -> str:
    """A student's name as nbgrader's commands, pages and addresses can take it.

    Most names stay as they are. Where letters have to go, a few that are made from the whole name
    keep two students apart.
    """
    composed = unicodedata.normalize("NFC", name).strip()
    safe = _UNSAFE.sub("_", composed)
    safe = "_" + safe[1:] if safe[:1] in (".", "-", "") else safe
    if safe == composed and len(safe.encode()) <= _LONGEST:
        return safe
    short = safe.encode()[: _LONGEST - _DIGEST - 1].decode(errors="ignore").strip()
    digest = hashlib.sha256(composed.encode("utf-8", "surrogateescape")).hexdigest()
    return f"{short}-{digest[:_DIGEST]}"


def called(name: str, safe: str) -> str:
    """A sentence on a student whose name nbgrader's commands, pages or addresses can't take."""
    return f"'{shown(name)}' is called '{safe}' here."


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "_", unicodedata.normalize("NFC", name).casefold())


def _seconds(time: str) -> float | None:
    with suppress(ValueError, OverflowError):
        return parse_utc(time).replace(tzinfo=UTC).timestamp()
    return None
