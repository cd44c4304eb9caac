"""In the executing process: what a cell prints and shows, in order, within limits, sent at once.

Descriptors 1 and 2 lead into two files. Python's own streams write there too, so that what
C code, sub-processes and Python print keeps its order. Before anything else is shown, the files
are emptied into messages. What is still in them when the process dies is read by its parent.
"""

import base64
import io
import json
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

from grader.run.frames import Frame

_STREAMS = {1: "stdout", 2: "stderr"}
_DISPLAYED = 24 * 1024**2  # bytes of figures and the like that a cell may show


class Capture:
    """Collects one run's outputs, cell by cell.

    Args:
        send: takes each message.
        text: characters a cell may print.
        outputs: outputs a cell may have.
    """

    def __init__(self, send: Callable[[Frame], None], text: int, outputs: int) -> None:
        self._send = send
        self._limits = (text, outputs)
        self._process = os.getpid()
        self._files = {descriptor: private(descriptor) for descriptor in _STREAMS}
        self.lock = threading.RLock()
        self.writer = 1
        self.begin()

    def begin(self) -> None:
        """Forget what was counted: a new cell starts, or a cell clears its outputs."""
        self._room, self._left = self._limits
        for descriptor, file in self._files.items():
            os.dup2(file, descriptor)  # a cell may have closed it
        self._displayed = 0
        self._last = ""
        self._cut = False
        self.shown: list[str] | None = None  # the traceback of the cell's last error

    def drain(self) -> None:
        """Send what was printed since the last time."""
        with self.lock:
            if os.getpid() != self._process:
                return  # a fork of the cell's own: the original will send it
            for descriptor in (self.writer, 3 - self.writer):  # the writer's text came first
                data = empty(self._files[descriptor], 4 * self._limits[0] + 4)
                if data:
                    self._print(_STREAMS[descriptor], data.decode("utf-8", "replace"))

    def fit(self, descriptor: int, text: str) -> str:
        """Return the part of a text that is worth writing.

        One character too many is let through, by which `drain` sees that something was cut.
        """
        if descriptor != self.writer:
            self.drain()
            self.writer = descriptor
        return text[: max(0, self._room + 1 - os.lseek(self._files[descriptor], 0, os.SEEK_CUR))]

    def show(self, frame: Frame) -> None:
        """Send a display, a result or an update."""
        with self.lock:
            self.drain()
            frame["data"] = {str(mime): _json(value) for mime, value in frame["data"].items()}
            frame["metadata"] = _json(frame["metadata"] or {})
            self._displayed += sum(len(str(value)) for value in frame["data"].values())
            if self._displayed > _DISPLAYED:
                self._say_cut(f"this cell shows more than {_DISPLAYED // 1024**2} MB")
            elif frame["type"] == "update" or self._counts(frame["type"]):
                self._send(frame)

    def error(self, ename: str, evalue: str, traceback: list[str]) -> None:
        """Send an error; errors are shown even where other outputs are cut."""
        with self.lock:
            self.drain()
            self._last = "error"
            self.shown = [self.cut(line) for line in traceback]
            error = {"ename": ename, "evalue": self.cut(evalue), "traceback": self.shown}
            self._send({"type": "error", **error})

    def cut(self, text: str) -> str:
        """Return as much of a text as a cell may print."""
        return text[: self._limits[0]]

    def clear(self, wait: bool) -> None:
        """Send the wish to clear the cell's outputs."""
        with self.lock:
            self.drain()
            self._send({"type": "clear", "wait": bool(wait)})
            self.begin()

    def _print(self, name: str, text: str) -> None:
        if self._cut or (name != self._last and not self._counts(name)):
            return
        self._send({"type": "stream", "name": name, "text": text[: self._room]})
        self._room -= len(text)
        if self._room < 0:
            self._say_cut(f"this cell prints more than {self._limits[0]:,} characters")

    def _counts(self, kind: str) -> bool:
        """Count one more output and tell whether it may be sent."""
        self._last = kind
        self._left -= 1
        if self._left < 0:
            self._say_cut(f"this cell has more than {self._limits[1]:,} outputs")
        return self._left >= 0

    def _say_cut(self, why: str) -> None:
        if not self._cut:
            self._cut = True
            self._send({"type": "stream", "name": "stderr", "text": f"\n[Cut here: {why}.]\n"})


class Stream(io.TextIOWrapper):
    """Python's standard output or error: writes through to descriptor 1 or 2.

    It is made before modules are imported that keep a reference to it (logging does), so it is
    told later where it belongs: until `capture` is set, it simply writes.
    """

    capture: Capture | None = None

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        raw = io.FileIO(descriptor, "w", closefd=False)
        super().__init__(raw, encoding="utf-8", errors="backslashreplace", write_through=True)

    def write(self, text: str) -> int:
        """Write what the cell's limits leave room for; say that everything was written."""
        if self.capture is None:
            return super().write(text)
        with self.capture.lock:
            super().write(self.capture.fit(self._descriptor, text))
        return len(text)


def empty(descriptor: int, most: int) -> bytes:
    """Return a file's content, or its first bytes if there are more, and leave it empty."""
    if not os.lseek(descriptor, 0, os.SEEK_END):
        return b""
    os.lseek(descriptor, 0, os.SEEK_SET)
    data = os.read(descriptor, most)
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return data


def private(descriptor: int) -> int:
    """Return a copy that no sub-process inherits, with a number that no cell meets by chance."""
    if sys.platform == "win32":
        return os.dup(descriptor)
    import fcntl

    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 200)


def _json(value: Any) -> Any:
    """Return a value that JSON can hold: bytes as base64, what JSON has no word for as text."""
    if isinstance(value, str):
        return value
    return json.loads(json.dumps(value, default=_plain, skipkeys=True), parse_constant=str)


def _plain(value: Any) -> str:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else str(value)
