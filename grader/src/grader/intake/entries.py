"""The files in a folder or a zip, without following links and within bounds."""

import io
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from grader.intake.files import MOST_BYTES, Unreadable, read_file, shown

_MOST_FILES = 100_000
_MOST_UNPACKED = 20_000_000_000  # bytes: everybody's hand-ins in one zip
_UNSUSPICIOUS = 200_000_000  # bytes that a zip may hold however well they are packed
_BEST_PACKING = 100  # times; notebooks reach 5 to 30
_DAMAGED = (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError)
_NEVER_MEANT = ("__MACOSX", ".ipynb_checkpoints", "__pycache__", ".DS_Store", "Thumbs.db", ".git")


@dataclass(frozen=True)
class Entry:
    """A file that was handed in.

    Attributes:
        path: its parts, below the folder or zip.
        modified: when it was changed, in seconds since 1970; 0 where that is unknown.
        read: gives its bytes; raises Unreadable.
    """

    path: tuple[str, ...]
    modified: float
    read: Callable[[], bytes]


@dataclass(frozen=True)
class Refused:
    """Something that is not taken in, and why.

    Attributes:
        path: its parts, below the folder or zip.
        reason: a sentence.
    """

    path: tuple[str, ...]
    reason: str


def entries(source: Path) -> Iterator[Entry | Refused]:
    """All that was handed in; zips in it are opened, but not those in such zips.

    Raises:
        Unreadable: `source` is neither a folder nor a sound zip.
    """
    if not source.exists():
        raise Unreadable(f"There is no {shown(str(source))}. Name a folder or a zip of hand-ins.")
    if source.is_dir():
        found = _in_folder(source)
    else:
        whole = _open(source, source.name)
        found = _in_zip(lambda: whole, source.name, ())
    for one in found:
        if isinstance(one, Entry) and one.path[-1].lower().endswith(".zip"):
            try:
                yield from _in_zip(_opener(one), one.path[-1], one.path[:-1])
            except Unreadable as reason:
                yield Refused(one.path, str(reason))
        else:
            yield one


def _opener(one: Entry) -> Callable[[], zipfile.ZipFile]:
    """Opens a zip in a zip anew each time, so that not all of them stay in memory."""
    return lambda: _open(io.BytesIO(one.read()), one.path[-1])


def _open(source: Path | io.BytesIO, name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(source)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise Unreadable(
            f"{shown(name)} can't be read as a zip ({error}). Make it again."
        ) from error


def _in_folder(folder: Path) -> Iterator[Entry | Refused]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if _is_meant((name,)))
        links = [name for name in folders if Path(place, name).is_symlink()]
        for name in sorted(names) + links:
            path = Path(place, name)
            parts = path.relative_to(folder).parts
            if not _is_meant(parts):
                continue
            status = path.lstat()
            if stat.S_ISREG(status.st_mode):
                yield Entry(parts, status.st_mtime, lambda path=path: read_file(path))
            else:
                yield Refused(parts, _reason(path))


def _reason(path: Path) -> str:
    try:
        read_file(path)
    except Unreadable as reason:
        return str(reason)
    return f"{shown(path.name)} changed while it was read."


def _in_zip(
    opened: Callable[[], zipfile.ZipFile], name: str, below: tuple[str, ...]
) -> Iterator[Entry]:
    infos = opened().infolist()
    _check(shown(name), infos)
    for info in infos:
        parts = below + _parts(info)
        if not info.is_dir() and _is_meant(parts):
            yield Entry(parts, _time(info), lambda info=info: _unpack(opened(), info))


def _check(name: str, infos: list[zipfile.ZipInfo]) -> None:
    """Refuse a zip as a whole that is made to do harm, or that can't be read.

    Raises:
        Unreadable: it has ways out of its folder, links, passwords, or far too much in it.
    """
    for info in infos:
        inside = shown(info.filename)
        if ".." in _parts(info) or info.filename[:1] in ("/", "\\") or info.filename[1:2] == ":":
            raise Unreadable(f"{name} holds '{inside}', a path out of its folder. It is refused.")
        if stat.S_ISLNK(info.external_attr >> 16):
            raise Unreadable(f"{name} holds a link, '{inside}'. It is refused; zip the files.")
        if info.flag_bits & 1:
            raise Unreadable(f"{name} needs a password. Zip the files again without one.")
    unpacked = sum(info.file_size for info in infos)
    largest = max(_UNSUSPICIOUS, _BEST_PACKING * sum(info.compress_size for info in infos))
    if len(infos) > _MOST_FILES or unpacked > min(largest, _MOST_UNPACKED):
        raise Unreadable(
            f"{name} holds {len(infos)} files with {unpacked // 1_000_000} MB, too much for what "
            "it is. It is refused; zip only the hand-ins."
        )


def _unpack(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    name = shown(info.filename)
    try:
        with packed.open(info) as file:
            data = file.read(MOST_BYTES + 1)
    except _DAMAGED as error:
        raise Unreadable(f"{name} can't be unpacked ({error}). Zip it again.") from error
    if len(data) > MOST_BYTES:
        raise Unreadable(f"{name} is larger than {MOST_BYTES // 1_000_000} MB. Clear its outputs.")
    return data


def _parts(info: zipfile.ZipInfo) -> tuple[str, ...]:
    names = info.filename.replace("\\", "/").split("/")
    return tuple(name for name in names if name not in ("", "."))


def _is_meant(parts: tuple[str, ...]) -> bool:
    return bool(parts) and not any(part in _NEVER_MEANT or part.startswith("._") for part in parts)


def _time(info: zipfile.ZipInfo) -> float:
    try:
        moment = datetime(*info.date_time)
        return moment.timestamp() if moment.year > 1980 else 0.0  # zips begin there: unknown
    except (ValueError, OverflowError):
        return 0.0
