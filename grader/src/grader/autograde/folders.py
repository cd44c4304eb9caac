"""Hand-ins as they lie on disk, and graded work as nbgrader wants it. Links are not followed."""

import hashlib
import os
import tempfile
from fnmatch import fnmatch
from pathlib import Path

from grader.autograde.grade import Files


def read_files(folder: Path, ignore: list[str]) -> dict[str, bytes]:
    """Contents of a folder's regular files, by path below it, in order.

    Args:
        folder: may be missing; then there are no files.
        ignore: patterns of names of files and folders to leave out.

    Raises:
        OSError: a file can't be read.
    """
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(_entries(folder, ignore))
        if path.is_file() and not path.is_symlink()
    }


def fingerprint(files: Files) -> str:
    """Return the SHA-256 of files with their paths, in hexadecimal."""
    whole = hashlib.sha256()
    for path in sorted(files):
        name = path.encode("utf-8", "surrogateescape")
        whole.update(b"%d %d " % (len(name), len(files[path])) + name + files[path])
    return whole.hexdigest()


def write_files(folder: Path, files: Files) -> None:
    """Make a folder hold these files and nothing else, each one whole at any moment.

    The last one is written last, so a reader who finds it finds the others.

    Raises:
        OSError: a file can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for place, folders, names in os.walk(folder, topdown=False):
        for path in (Path(place, name) for name in names + folders):
            if path.is_dir() and not path.is_symlink():
                if not any(path.iterdir()):
                    path.rmdir()
            elif str(path.relative_to(folder)) not in files:
                path.unlink()
    for name, content in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as part:
            part.write(content)
        Path(part.name).replace(target)


def _entries(folder: Path, ignore: list[str]) -> list[Path]:
    """Return all that is in a folder and below, less what is ignored."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not _ignored(name, ignore)]
        found += [Path(place, name) for name in folders + names if not _ignored(name, ignore)]
    return found


def _ignored(name: str, ignore: list[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in ignore)
