"""The files that lie beside a notebook, copied into the private folder of its run."""

import base64
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from grader.run.frames import Frame

_CHUNK = 4 * 1024**2  # bytes of a file in one message


def messages(folder: Path, most: int) -> Iterator[Frame]:
    """Yield a folder's files as messages.

    Links are not followed, and nothing but files is taken.

    Args:
        folder: with its sub-folders.
        most: bytes of all files together; what is beyond them is left out.
    """
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(place, name)
            try:
                descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            except OSError:
                continue
            with os.fdopen(descriptor, "rb") as file:
                status = os.fstat(descriptor)
                if stat.S_ISREG(status.st_mode) and status.st_size <= most:
                    most -= status.st_size
                    yield from _chunks(file.read(status.st_size), str(path.relative_to(folder)))


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
