"""The warm process: imports everything once and forks a child for each run. Linux only.

Started as `python -m grader.run.server MODE`, shut in or not, with a Unix socket as descriptor 0.
It says on it how it serves. Then requests for children arrive, each with four descriptors: the
two ends that the child talks and prints to, and the one by which this process is told to interrupt
or kill it and says how it ended. What a child sends never passes through here, so that it can't
harm its neighbours.
"""

import contextlib
import ctypes
import itertools
import json
import os
import selectors
import shutil
import signal
import socket
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from grader.run import isolate, processes
from grader.run.capture import private
from grader.run.child import point, serve
from grader.run.isolate import Isolation
from grader.run.outcome import Limits
from grader.run.preload import Ready, preload
from grader.run.sandbox import LONGEST_REQUEST, OPEN, SHUT_IN

_LOOK = 0.1  # seconds between two looks at the children's memory
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


@dataclass
class _Child:
    pid: int
    handle: int  # a descriptor that becomes readable when the process ends
    control: socket.socket
    printed: tuple[int, int]  # descriptors of what it prints
    limits: Limits
    folder: Path
    excess: str = ""

    def kill(self) -> None:
        """Kill it; what it has started becomes an orphan, and is killed next."""
        os.kill(self.pid, signal.SIGKILL)

    def close(self) -> None:
        for descriptor in (self.handle, *self.printed):
            os.close(descriptor)
        self.control.close()


class _Server:
    def __init__(
        self, ready: Ready, requests: socket.socket, folder: Path, isolation: Isolation | None
    ) -> None:
        self._ready = ready
        self._requests = requests
        self._folder = folder
        self._isolation = isolation
        self._children: dict[int, _Child] = {}
        self._numbers = itertools.count()
        self._next_look = 0.0
        self._selector = selectors.DefaultSelector()
        self._selector.register(requests, selectors.EVENT_READ, self._request)

    def run(self) -> None:
        """Serve until the requests' far end is closed."""
        self._requests.send((SHUT_IN if self._isolation else OPEN).encode())
        with contextlib.suppress(EOFError):
            while True:
                for key, _ in self._selector.select(_LOOK if self._children else None):
                    key.data()
                if time.monotonic() > self._next_look:
                    self._look()
        processes.kill_orphans(spared=())

    def _request(self) -> None:
        """Fork a child."""
        data, descriptors, *_ = socket.recv_fds(
            self._requests, LONGEST_REQUEST, 4, flags=socket.MSG_CMSG_CLOEXEC
        )
        if not data:
            raise EOFError
        talk, out, err, control = descriptors
        folder = self._folder / f"run{next(self._numbers)}"
        request = json.loads(data)
        limits = Limits(**request["limits"])
        self._ready.judge.foresee(request["checks"])
        try:
            if self._isolation:
                self._isolation.before_fork()
            pid = os.fork()
        except OSError:  # no room for a process: the owner sees its socket closed
            for descriptor in descriptors:
                os.close(descriptor)
            return
        if not pid:
            os.close(control)
            self._become_child(talk, out, err, folder, limits)
        os.close(talk)
        child = _Child(
            pid,
            os.pidfd_open(pid),
            socket.socket(fileno=control),
            (out, err),
            limits,
            folder,
        )
        self._children[pid] = child
        self._selector.register(child.control, selectors.EVENT_READ, lambda: self._command(child))
        self._selector.register(child.handle, selectors.EVENT_READ, lambda: self._ended(child))

    def _become_child(self, talk: int, out: int, err: int, folder: Path, limits: Limits) -> None:
        """Execute one run in a process of its own; never returns."""
        try:
            os.setsid()
            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
            self._selector.close()
            self._requests.close()
            for sibling in self._children.values():
                sibling.close()
            point(out, 1)
            point(err, 2)
            talk, inherited = private(talk), talk
            os.close(inherited)
            if self._isolation:
                self._isolation.enter(limits)
                folder = isolate.HOME
            serve(self._ready, talk, talk, folder)
        except BaseException:  # noqa: BLE001  told to the owner, as last words
            traceback.print_exc()
        finally:
            os._exit(1)

    def _command(self, child: _Child) -> None:
        """Do what the child's owner wants; an owner who is gone wants it dead."""
        if child.pid not in self._children:
            return
        try:
            word = child.control.recv(64)
        except ConnectionResetError:
            word = b""
        if word == b"interrupt":
            processes.interrupt(child.pid)
        else:
            self._selector.unregister(child.control)
            child.kill()

    def _look(self) -> None:
        """Kill the children that use too much."""
        begun = time.monotonic()
        for child in self._children.values():
            if not child.excess:
                child.excess = processes.excess(child.pid, child.limits)
                if child.excess:
                    child.kill()
        now = time.monotonic()
        self._next_look = now + max(_LOOK, now - begun)  # looking at many processes takes long

    def _ended(self, child: _Child) -> None:
        """Clear away what a child has left, then tell its owner how it ended."""
        _, status = os.waitpid(child.pid, 0)
        del self._children[child.pid]
        processes.kill_orphans(spared=self._children)
        shutil.rmtree(child.folder, ignore_errors=True)
        self._selector.unregister(child.handle)
        with contextlib.suppress(KeyError):
            self._selector.unregister(child.control)
        notice = {"status": os.waitstatus_to_exitcode(status), "excess": child.excess}
        with contextlib.suppress(OSError):
            child.control.send(json.dumps(notice).encode())
        child.close()


def main() -> None:
    """Get ready, then serve."""
    mode = sys.argv[1]  # before cells get an argv of their own
    requests = socket.socket(fileno=private(0))
    point(os.open(os.devnull, os.O_RDONLY), 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with tempfile.TemporaryDirectory(prefix="runs", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        ready = preload(folder)
        threads = list(Path("/proc/self/task").iterdir())
        assert len(threads) == 1, f"{len(threads)} threads: forking is not safe"
        processes.adopt_orphans()
        _Server(ready, requests, folder, Isolation() if mode == SHUT_IN else None).run()


if __name__ == "__main__":
    from grader.run import server  # IPython takes the name __main__ for the notebook

    server.main()
