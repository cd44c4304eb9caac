"""A process of its own for one notebook: slower to start than a warm child, on every platform."""

import contextlib
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from grader.run import environment, frames, processes
from grader.run.far_end import UNSENT, Ended
from grader.run.frames import BadFrame, Frame
from grader.run.outcome import Limits

_LOOK = 0.1  # seconds between two looks at the memory, and at whether the process is alive
_LAST = 1.0  # seconds to hear out a process that has ended


class PlainChild:
    """An ordinary sub-process; see `far_end.Child`."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._excess = ""
        self._place = tempfile.TemporaryDirectory(prefix="run", ignore_cleanup_errors=True)
        self._folder = Path(self._place.name)
        (self._folder / "stdout").touch()
        with (self._folder / "stderr").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "grader.run.child", self._folder],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment.of_kernel(),
                start_new_session=True,
            )
        self._arrived: queue.SimpleQueue[Frame | BadFrame] = queue.SimpleQueue()
        self._ended: Ended | None = None
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def send(self, frame: Frame) -> None:
        """Send a message."""
        with contextlib.suppress(OSError):
            frames.write(self._process.stdin.fileno(), frame)

    def receive(self, timeout: float) -> Frame | Ended | None:
        """Return the next message, the end, or None after so many seconds."""
        until = time.monotonic() + timeout
        while True:
            alive = self._process.poll() is None
            if not alive:  # what it said before counts; a fork of it may still hold the pipe
                self._listener.join(_LAST)
            left = until - time.monotonic() if alive else 0
            try:
                arrived = self._arrived.get(timeout=max(0, min(left, _LOOK)))
            except queue.Empty:
                if not alive:
                    return self.close()
                if left <= _LOOK:
                    return None
                self._look()
            else:
                if isinstance(arrived, BadFrame):
                    raise arrived
                return arrived

    def interrupt(self) -> None:
        """Ask the running cell to stop."""
        processes.interrupt(self._process.pid)

    def close(self) -> Ended:
        """Kill the process and wait until it is gone."""
        if not self._ended:
            processes.kill(self._process.pid)
            status = self._process.wait()
            unsent = {}
            for name in ("stdout", "stderr"):
                file = self._folder / name
                with file.open("rb") as stream:
                    unsent[name] = stream.read(UNSENT).decode("utf-8", "replace")
            self._process.stdin.close()
            self._place.cleanup()
            self._ended = Ended.after(status, self._excess, unsent)
        return self._ended

    def _look(self) -> None:
        self._excess = self._excess or processes.excess(self._process.pid, self._limits)
        if self._excess:
            processes.kill(self._process.pid)

    def _listen(self) -> None:
        with self._process.stdout as stream:
            try:
                for frame in frames.read(stream.fileno()):
                    self._arrived.put(frame)
            except BadFrame as error:
                self._arrived.put(error)
