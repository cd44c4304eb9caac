"""Hand-ins on disk: made sound in place, the originals kept byte for byte, out of the way.

nbgrader's own commands, and formgrader's button, then see sound files only. For each hand-in:

    submitted/ada/01_chain_rule/01_chain_rule.ipynb   sound; what nbgrader reads
    originals/ada/01_chain_rule/01_chain_rule.1f0c8a2b.ipynb   as it was handed in
    originals/ada/01_chain_rule/aside/...             links and other things nobody may follow
    originals/ada/01_chain_rule/intake.json           what was done, and to what
"""

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import chain, count
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.utils import parse_utc

from grader.intake.decode import decode
from grader.intake.files import Unreadable, read_file, shown
from grader.intake.match import Known, match
from grader.intake.names import assignment_in, copy_number, is_notebook
from grader.intake.receive import receive_bytes, unreadable
from grader.notebooks import write

_TIME = "timestamp.txt"
_RECORD = "intake.json"
_ASIDE = "aside"
_STEM = 40  # letters of a hand-in's name that its original keeps


@dataclass(frozen=True)
class Record:
    """What `intake.json` says of one hand-in.

    Attributes:
        written: hash of the sound notebook.
        handed_in: hash of the file that it was made of; empty where that could not be read.
        original: that file's name among the originals.
        modified: when that file was changed, in seconds since 1970.
        source: hash of the teacher's notebook that was used.
        remarks: sentences on the folder.
        warnings: sentences on the notebook.
        fatal: why it could not be read, if so.
    """

    written: str = ""
    handed_in: str = ""
    original: str = ""
    modified: float = 0.0
    source: str = ""
    remarks: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    fatal: str | None = None


@dataclass(frozen=True)
class _Candidate:
    """A file that may be the notebook of a hand-in.

    Attributes:
        path: where it is.
        modified: when it was changed, in seconds since 1970.
        data: its bytes; None where it can't be read.
        why: why not.
        original: its name among the originals, if it is there already.
    """

    path: Path
    modified: float
    data: bytes | None
    why: str = ""
    original: str = ""

    @property
    def rank(self) -> tuple[bool, float, int]:
        """The highest one counts: what can be read before what can't, then the newest."""
        return self._is_notebook, self.modified, copy_number(self.path.stem)

    @property
    def _is_notebook(self) -> bool:
        with suppress(Unreadable):
            return self.data is not None and bool(decode(self.data))
        return False


class Shelf:
    """One hand-in's folders.

    Args:
        folder: where nbgrader looks for it.
        kept: where its originals are.
        name: the notebook's name, without its ending.
        source: the teacher's notebook, as released.
    """

    def __init__(self, folder: Path, kept: Path, name: str, source: NotebookNode) -> None:
        self.folder = folder
        self.kept = kept
        self.path = folder / f"{name}.ipynb"
        self._name = name
        self._source = source

    def record(self) -> Record:
        """What was done before; an empty record where nothing was."""
        try:
            told = json.loads(self._record_path.read_text(encoding="utf-8"))
            lists = {key: tuple(told[key]) for key in ("remarks", "warnings")}
            return Record(**told | lists)
        except (OSError, ValueError, TypeError, KeyError):
            return Record()

    def normalise(self, also: Sequence[str] = ()) -> Record:
        """Make the folder sound, if it is there; what is sound already stays as it is.

        Args:
            also: further sentences on this hand-in.

        Raises:
            OSError: a file can't be moved or written.
        """
        record = self.record()
        if not self.folder.is_dir():
            return record
        said = [*also, *self._set_aside_irregular(), *self._check_time()]
        remarks = [sentence for sentence in said if sentence not in record.remarks]
        is_ours = self._hash_there() == record.written != ""
        new = [one for one in self._candidates() if not (is_ours and one.path == self.path)]
        source = _hash(write(self._source).encode())
        if is_ours and not new and not remarks and record.source == source:
            return record
        before = self._before(record) if is_ours or not new else []
        best = max([*before, *new], key=lambda one: one.rank, default=None)
        if best in new:
            remarks = [*said, *self._remarks_on_name(best)]
        else:
            remarks = [*record.remarks, *remarks]
        remarks += [
            f"{self._shown(one)} was set aside: {one.why or 'another notebook is newer.'}"
            for one in new
            if one is not best and _hash(one.data or b"") != record.handed_in
        ]
        return self._write(best, new, tuple(dict.fromkeys(remarks)), source)

    def keep(self, name: str, data: bytes) -> str:
        """Keep a file's bytes among the originals; return its name there."""
        kept = _kept_name(name, data)
        if not (self.kept / kept).exists():
            self._put(self.kept / kept, data)
        return kept

    def has(self, name: str, data: bytes) -> bool:
        """Whether a file's bytes are among the originals."""
        return (self.kept / _kept_name(name, data)).exists()

    def put(self, parts: tuple[str, ...], data: bytes, modified: float) -> None:
        """Write a file into the folder; what stood there is kept.

        Args:
            parts: its path below the folder.
            data: its bytes.
            modified: when it was changed, in seconds since 1970; 0 where that is unknown.

        Raises:
            OSError: it can't be written.
        """
        target = self.folder.joinpath(*parts)
        if target.is_file() and target != self.path:
            self.keep(target.name, target.read_bytes())
        self._put(target, data)
        if modified:
            os.utime(target, (modified, modified))

    def aside(self, path: Path) -> None:
        """Move something out of the folder, as it is."""
        target = self.kept / _ASIDE / path.relative_to(self.folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        places = (target.with_name(f"{number}-{target.name[:200]}") for number in count(1))
        path.rename(next(place for place in chain([target], places) if not os.path.lexists(place)))

    @property
    def _record_path(self) -> Path:
        return self.kept / _RECORD

    def _hash_there(self) -> str:
        try:
            return _hash(read_file(self.path))
        except Unreadable:
            return ""

    def _before(self, record: Record) -> list[_Candidate]:
        """The hand-in that the record tells of."""
        if not record.written:
            return []
        data = None
        with suppress(Unreadable):
            data = read_file(self.kept / record.original) if record.original else None
        return [_Candidate(self.path, record.modified, data, record.fatal or "", record.original)]

    def _candidates(self) -> list[_Candidate]:
        """Files with the notebook's name or one like it; else those with its cells in them."""
        found = [
            _candidate(path)
            for path in _files(self.folder)
            if path == self.path or is_notebook(path.name)
        ]
        named = [one for one in found if assignment_in(one.path.stem, [self._name])]
        return named or [one for one in found if one.data and shared_cells(one.data, self._source)]

    def _set_aside_irregular(self) -> list[str]:
        """Move away what nbgrader must not follow or can't copy."""
        remarks = []
        for path in list(_files(self.folder)):
            if path != self.path and (why := unreadable_because(path)):
                remarks.append(f"It was set aside: {why}")
                self.aside(path)
        return remarks

    def _check_time(self) -> list[str]:
        path = self.folder / _TIME
        if not os.path.lexists(path):
            return []
        with suppress(Unreadable, ValueError, OverflowError, TypeError):
            text = read_file(path).decode().strip()
            if text and parse_utc(text):
                return []
        self.aside(path)
        return [f"{_TIME} holds no date and was set aside, so the hand-in counts as in time."]

    def _remarks_on_name(self, best: _Candidate) -> list[str]:
        if best.path == self.path:
            return []
        return [f"The notebook was named {self._shown(best)}."]

    def _shown(self, one: _Candidate) -> str:
        return f"'{shown(str(one.path.relative_to(self.folder)))}'"

    def _write(
        self, best: _Candidate | None, new: list[_Candidate], remarks: tuple[str, ...], source: str
    ) -> Record:
        """Keep the originals, then note what is going to be, then do it: a kill loses nothing."""
        for one in new:
            if one.data is not None:
                self.keep(one.path.name, one.data)
        if best and best.data is not None:
            received = receive_bytes(best.data, self._source)
            original = best.original or self.keep(best.path.name, best.data)
            handed_in = _hash(best.data)
        else:
            why = best.why if best else f"There is no notebook '{self.path.name}' in it."
            received, original, handed_in = unreadable(why, self._source), "", ""
        text = write(received.notebook).encode()
        record = Record(
            written=_hash(text),
            handed_in=handed_in,
            original=original,
            modified=best.modified if best else 0.0,
            source=source,
            remarks=remarks,
            warnings=received.warnings,
            fatal=received.fatal,
        )
        self._put(self._record_path, json.dumps(asdict(record), indent=1).encode())
        for one in new:
            if one.data is None:
                self.aside(one.path)
        self._put(self.path, text)
        os.utime(self.path, (record.modified, record.modified))
        for one in new:
            if one.data is not None and one.path != self.path:
                one.path.unlink()
        return record

    def _put(self, path: Path, data: bytes) -> None:
        """Write a file that is whole at any moment."""
        for folder in (self.kept, path.parent):
            folder.mkdir(parents=True, exist_ok=True)
        part = self.kept / "part"
        part.write_bytes(data)
        part.replace(path)


def shared_cells(data: bytes, source: NotebookNode) -> int:
    """How many cells of a notebook nbgrader knows in `source`; 0 for what is no notebook."""
    try:
        cells, _ = decode(data)
    except Unreadable:
        return 0
    known = [Known(rank, cell) for rank, cell in enumerate(source.cells)]
    return sum(bool(one.known and one.known.name) for one in match(cells, known))


def unreadable_because(path: Path) -> str:
    """Why a file beside a notebook can't be taken along; empty where it can."""
    status = path.lstat()
    if stat.S_ISREG(status.st_mode) and os.access(path, os.R_OK):
        return ""
    try:
        read_file(path)
    except Unreadable as why:
        return str(why)
    return ""


def _candidate(path: Path) -> _Candidate:
    modified = path.lstat().st_mtime
    try:
        data = read_file(path)
    except Unreadable as why:
        return _Candidate(path, modified, None, str(why))
    return _Candidate(path, modified, data)


def _files(folder: Path) -> Iterator[Path]:
    """All below a folder that is no folder, links to folders included, and folders `*.ipynb`."""
    for place, folders, names in os.walk(folder):
        paths = [Path(place, name) for name in sorted(folders) if name != ".ipynb_checkpoints"]
        odd = [path for path in paths if path.is_symlink() or path.suffix.lower() == ".ipynb"]
        folders[:] = [path.name for path in paths if path not in odd]
        yield from [Path(place, name) for name in sorted(names)] + odd


def _kept_name(name: str, data: bytes) -> str:
    path = Path(name)
    return f"{path.stem[:_STEM]}.{_hash(data)[:8]}{path.suffix[:_STEM]}"


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
