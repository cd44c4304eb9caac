"""The files that lie beside a notebook, copied into the private folder of its run."""

import base64
import os
import stat
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from grader.run.frames import Frame

_CHUNK = 4 * 1024**2  # bytes of a file in one message
_MOST = 5_000  # files: more are an environment, not data, and would take the room to work in


def messages(folder: Path, most: int) -> Iterator[Frame]:
    """Yield a folder's files as messages.

    Links are not followed, and nothing but files is taken.

    Args:
        folder: with its sub-folders.
        most: bytes of all files together; what is beyond them is left out.
    """
    for path in islice(_files(folder), _MOST):
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            continue
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if stat.S_ISREG(status.st_mode) and status.st_size <= most:
                most -= status.st_size
                yield from _chunks(file.read(status.st_size), str(path.relative_to(folder)))


def _files(folder: Path) -> Iterator[Path]:
    """Yield what is in a folder, then what is in its sub-folders."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        yield from (Path(place, name) for name in sorted(names))


def put(message: Frame, folder: Path) -> None:
    """Write what a message holds below a folder."""
    path = folder / message["path"]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.write(base64.b64decode(message["data"]))


def _chunks(data: bytes, path: str) -> Iterator[Frame]:
    for start in range(0, max(1, len(data)), _CHUNK):
        chunk = base64.b64encode(data[start : start + _CHUNK]).decode()
        yield {"type": "file", "path": path, "data": chunk}
