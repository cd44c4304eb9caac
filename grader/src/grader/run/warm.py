"""This side of the warm process: starts it, asks it for children, talks with each child. Linux."""

import contextlib
import fcntl
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from dataclasses import asdict
from multiprocessing.connection import wait

from grader.run import environment, frames, sandbox
from grader.run.capture import empty
from grader.run.far_end import UNSENT, Ended, RunnerError
from grader.run.frames import BadFrame, Frame
from grader.run.outcome import Limits

_CHUNK = 1 << 16
_PATIENCE = 10.0  # seconds for the warm process to end when it is asked to


class WarmServer:
    """A warm process. Several threads may ask it for children.

    Args:
        shut_in: whether it lives, and its children live, in a sandbox.

    Raises:
        RunnerError: it did not start.
    """

    def __init__(self, shut_in: bool) -> None:
        mode = sandbox.SHUT_IN if shut_in else sandbox.OPEN
        command = [sys.executable, "-P", "-m", "grader.run.server", mode]
        variables = environment.of_kernel(shut_in)
        if shut_in:
            command = sandbox.command(command, variables)
        self._lock = threading.Lock()
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with tempfile.TemporaryFile() as log:
            with theirs:
                self._process = subprocess.Popen(
                    command,
                    stdin=theirs,
                    stdout=subprocess.DEVNULL,
                    stderr=log,
                    env=variables,
                    start_new_session=True,
                )
            if self._requests.recv(_CHUNK) != mode.encode():
                self.close()
                log.seek(0)
                words = log.read()
                refusal = sandbox.refusal(words) if shut_in else None
                raise refusal or RunnerError.at_start("The warm process", words)

    def open(self, limits: Limits, checks: list[list[str]]) -> "WarmChild":
        """Return a new child, which will run checks with these names."""
        return WarmChild(self, limits, checks)

    def alive(self) -> bool:
        """Tell whether it can still be asked for children."""
        return self._process.poll() is None

    def request(self, message: bytes, descriptors: list[int]) -> None:
        """Pass a request on. A process that has ended gets none; the child will tell."""
        with self._lock, contextlib.suppress(OSError):
            socket.send_fds(self._requests, [message], descriptors)

    def close(self) -> None:
        """End the warm process and all its children."""
        self._requests.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class WarmChild:
    """A child of the warm process; see `far_end.Child`."""

    def __init__(self, server: WarmServer, limits: Limits, checks: list[list[str]]) -> None:
        self._talk, talk = socket.socketpair()
        self._control, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._printed = {name: _file(name) for name in ("stdout", "stderr")}
        self._open = [self._talk, self._control]
        self._decoder = frames.Decoder()
        self._arrived: deque[Frame | BadFrame] = deque()
        self._ended: Ended | None = None
        with talk, control:
            message = json.dumps({"limits": asdict(limits), "checks": checks}).encode()
            if len(message) > sandbox.LONGEST_REQUEST:  # then the child prepares itself
                message = json.dumps({"limits": asdict(limits), "checks": []}).encode()
            server.request(message, [talk.fileno(), *self._printed.values(), control.fileno()])

    def send(self, frame: Frame) -> None:
        """Send a message."""
        with contextlib.suppress(OSError):
            self._talk.sendall(frames.encode(frame))

    def receive(self, timeout: float) -> Frame | Ended | None:
        """Return the next message, the end, or None after so many seconds."""
        until = time.monotonic() + timeout
        while not self._arrived:
            if self._ended:
                return self._ended
            ready = wait(self._open, max(0.0, until - time.monotonic()))
            if self._talk in ready:
                self._listen()
            elif self._control in ready:  # and all that was said before has been heard
                self._finish()
            else:
                return None
        arrived = self._arrived.popleft()
        if isinstance(arrived, BadFrame):
            raise arrived
        return arrived

    def interrupt(self) -> None:
        """Ask the running cell to stop."""
        self._command(b"interrupt")

    def close(self) -> Ended:
        """Kill the process and wait until it is gone."""
        if not self._ended:
            self._command(b"kill")
            self._finish()
        return self._ended

    def _command(self, word: bytes) -> None:
        with contextlib.suppress(OSError):
            self._control.send(word)

    def _listen(self) -> None:
        try:
            data = self._talk.recv(_CHUNK)
        except ConnectionResetError:
            data = b""
        if not data:
            self._open.remove(self._talk)
        try:
            self._arrived.extend(self._decoder.feed(data))
        except BadFrame as error:  # what came before it counts
            self._arrived.append(error)

    def _finish(self) -> None:
        """Wait for the word that the child is gone, and give everything back."""
        try:
            notice = self._control.recv(_CHUNK)
        except ConnectionResetError:
            notice = b""
        unsent = {}
        for name, file in self._printed.items():
            unsent[name] = empty(file, UNSENT).decode("utf-8", "replace")
            os.close(file)
        self._talk.close()
        self._control.close()
        if notice:
            self._ended = Ended.after(**json.loads(notice), unsent=unsent)
        else:
            self._ended = Ended("ended together with the warm process", unsent, server=True)


def _file(name: str) -> int:
    """Return a file in memory to which everything is appended."""
    descriptor = os.memfd_create(name)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_APPEND)
    return descriptor
