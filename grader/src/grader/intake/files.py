"""Reading one file that somebody else made: bounded, and never through a link."""

import os
import stat
from pathlib import Path

from grader.errors import CourseError

MOST_BYTES = 100_000_000  # as nbgrader's own limit for a file
_SHOWN = 80
_UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a link, and links are not followed",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class Unreadable(CourseError):
    """A hand-in that can't be read; the message is one sentence for student and teacher."""


def read_file(path: Path) -> bytes:
    """The bytes of a regular file of at most `MOST_BYTES`.

    Raises:
        Unreadable: there is no such file, it is something else, or too large.
    """
    name = shown(path.name)
    try:
        kind = path.lstat().st_mode
        if not stat.S_ISREG(kind):
            what = _KINDS.get(stat.S_IFMT(kind), "no ordinary file")
            raise Unreadable(f"{name} is {what}. Hand in the file itself.")
        # Without blocking, should it have become a pipe; without a link, should it be one by now.
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Unreadable(
            f"{name} can't be opened ({error.strerror}). Check that it is there and readable."
        ) from error
    if len(data) > MOST_BYTES:
        raise Unreadable(
            f"{name} is larger than {MOST_BYTES // 1_000_000} MB. "
            "Clear the notebook's outputs, save it and hand it in again."
        )
    return data


def shown(name: str) -> str:
    """A file's or student's name as it may stand in a message: short, on one line."""
    plain = "".join(letter if letter.isprintable() else _UNPRINTABLE for letter in name)
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"
